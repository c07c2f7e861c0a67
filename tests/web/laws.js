// What a law finds on the page of somebody who has to decide; [] when every law is kept.
([smallest, slimmest, smallestText]) => {
  const found = [];
  const box = (thing) => thing.getBoundingClientRect();
  const within = (inner, outer, by) => inner.left >= outer.left - by && inner.top >= outer.top - by
    && inner.right <= outer.right + by && inner.bottom <= outer.bottom + by;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const seen = (thing) => thing.checkVisibility({ visibilityProperty: true }) && box(thing).width > 0;
  const name = (thing) => (thing.getAttribute('aria-label') || thing.textContent).trim().slice(0, 40) + ' #' + thing.id;

  // L1
  const line = document.querySelector('#status-line');
  if (!line || !within(box(line), screen, 1)) found.push('L1 the question is not in sight');
  const offered = [...document.querySelectorAll('#choices .choice')].map((choice) => choice.dataset.choice);
  const shown = new Set();
  for (const thing of document.querySelectorAll('#board [data-choice], #actions [data-choice]')) {
    const tab = thing.closest('[data-sheet], [data-detail]');
    const marked = tab && tab.hidden && (document.querySelector(`#dock [data-tab="${tab.dataset.sheet}"] .badge:not([hidden])`)
      || document.querySelector(`[data-opens="${tab.dataset.detail}"].holds`));
    if (!(seen(thing) && within(box(thing), screen, 3)) && !marked) continue; // Firefox counts the rings around it, too
    for (const notation of thing.dataset.choice.split('|')) shown.add(notation);
  }
  if (!document.querySelector('#list-handle[data-listed]'))
    for (const notation of offered) if (!shown.has(notation)) found.push(`L1 ${notation} is neither lit in sight nor behind a mark`);
  const buttons = [...document.querySelectorAll('#actions [data-choice]')].filter(seen).length;
  const longest = Math.max(0, ...[...document.querySelectorAll('#choices .choice > span')].map((each) => each.textContent.length));
  if (innerWidth < 720 && offered.length === 2 && buttons === 1 && longest <= 46) found.push('L1 one of two answers is at the thumb, the other is not');
  if (document.documentElement.scrollWidth > innerWidth) found.push(`L1 the page is ${document.documentElement.scrollWidth} wide`);
  if (document.documentElement.scrollHeight > innerHeight) found.push(`L1 the page is ${document.documentElement.scrollHeight} high`);

  // L5
  const names = [...document.querySelectorAll('.strip .who > span')].map((each) => each.textContent);
  for (const thing of document.querySelectorAll('#board [data-choice], #board [data-pick]')) {
    if (!seen(thing)) continue;
    const { width, height } = box(thing);
    if (Math.max(width, height) < smallest - .5 || Math.min(width, height) < slimmest - .5)
      found.push(`L5 ${name(thing)} is ${width.toFixed(0)}x${height.toFixed(0)}`);
  }
  for (const button of document.querySelectorAll('#actions button, #sure button, .rail button, #dock button'))
    if (seen(button) && box(button).height < 43.5) found.push(`L5 the button ${name(button)} is ${box(button).height.toFixed(0)} high`);
  for (const button of document.querySelectorAll('#actions button, #sure button'))
    if (seen(button) && button.scrollHeight > button.clientHeight + 1) found.push(`L5 the words of ${name(button)} are higher than the button`);
  const question = document.querySelector('.ask .status');
  for (const piece of document.querySelectorAll('.ask .status .piece'))
    if (seen(piece) && (!within(box(piece), box(question), 3) || parseFloat(getComputedStyle(piece).paddingTop))) found.push(`L5 a piece in the question is cut: ${name(piece)}`);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode, holder = node.parentElement;
    if (!node.data.trim() || !seen(holder) || holder.closest('script, style, template, #choices, .unseen, title')) continue;
    range.selectNodeContents(node);
    // A line drawn into a given length is measured as it is drawn; a range tells what it would be without.
    const place = holder instanceof SVGTextElement && holder.childNodes.length === 1 ? box(holder) : range.getBoundingClientRect();
    if (place.width < 2 || place.height < 2) continue;
    const drawing = holder.closest('svg');
    let size = parseFloat(getComputedStyle(holder).fontSize);
    if (drawing) {
      const inSvg = holder instanceof SVGGraphicsElement ? holder : holder.closest('foreignObject');
      if (inSvg && inSvg.getScreenCTM()) size *= Math.abs(inSvg.getScreenCTM().d) || Math.abs(inSvg.getScreenCTM().b);
    }
    // A name may be as long as one likes; our own words must fit.
    const short = node.data.trim().replace(/…$/, '');
    if (holder.closest('#board') && short !== node.data.trim() && !names.some((each) => each.startsWith(short.replace(/^.*, /, ''))))
      found.push(`L5 "${node.data.trim()}" is shortened`);
    if (size < smallestText) found.push(`L5 "${node.data.trim().slice(0, 30)}" is written ${size.toFixed(1)} px high`);
    const sheet = holder.closest('svg.full');
    // A window (a drawing within the drawing) shows a part of something larger: what lies beyond its edge is not cut.
    if (sheet && drawing === sheet && !within(place, box(sheet), 2)) found.push(`L5 "${node.data.trim().slice(0, 30)}" sticks out of the stage`);
    for (let each = holder; each && each !== document.body; each = each.parentElement)
      if (each instanceof HTMLElement && getComputedStyle(each).overflowX === 'hidden' && !each.closest('.who') && each.scrollWidth > each.clientWidth + 1
          && each.clientWidth > 1) {
        found.push(`L5 "${node.data.trim().slice(0, 30)}" is cut in .${each.className}#${each.id}`);
        break;
      }
  }

  // L7
  for (const name of document.querySelectorAll('.strip .who > span'))
    if (seen(name) && name.scrollWidth > name.clientWidth + 1)
      found.push(`L7 ${name.textContent} is shortened to ${name.clientWidth} px`);

  // L6
  const keys = [...document.querySelectorAll('#choices .choice')].map((choice) => choice.dataset.key || '');
  if (keys.length <= 36 && keys.some((key) => !key)) found.push('L6 a choice has no key');
  const twice = keys.filter((key, place) => key && keys.indexOf(key) !== place);
  if (twice.length) found.push(`L6 the key ${twice[0]} is there twice`);
  return [...new Set(found)];
}
