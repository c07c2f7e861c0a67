// Sounds: short, quiet, made here, off until switched on.
"use strict";
window.sounds = (() => {
  const button = document.getElementById("sound");
  const on = () => localStorage.getItem("officina.sound") === "on";
  let audio = null;

  function tone(pitch, length, loud, after = 0, shape = "sine") {
    if (!on()) return;
    audio = audio || new AudioContext();
    const oscillator = audio.createOscillator(), gain = audio.createGain(), start = audio.currentTime + after;
    oscillator.type = shape;
    oscillator.frequency.value = pitch;
    gain.gain.setValueAtTime(loud, start);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(start);
    oscillator.stop(start + length);
  }

  const click = () => tone(320, 0.07, 0.04);
  const chime = () => { tone(660, 0.25, 0.06); tone(880, 0.35, 0.05, 0.12); };
  const fanfare = () => [523, 659, 784, 1047].forEach((pitch, place) => tone(pitch, 0.5, 0.05, place * 0.13, "triangle"));

  // What happens at the table: a tap of wood, and for what weighs more a stroke on the anvil.
  function beat(weight) {
    tone(190, 0.06, 0.05, 0, "triangle");
    if (weight > 1) { tone(1180, 0.3, 0.02, 0.02); tone(1770, 0.2, 0.012, 0.02); }
  }

  const show = () => button.setAttribute("aria-pressed", String(on()));
  button.addEventListener("click", () => {
    localStorage.setItem("officina.sound", on() ? "off" : "on");
    show();
    click();
  });
  show();

  return { click, chime, beat, fanfare };
})();
