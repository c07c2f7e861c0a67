"""An agent that learns a game, first from a teacher, then from itself, in numpy alone: docs/learning-agents.md.

    python examples/learn.py train kraftwagen --players 4 --minutes 20 --out agent.npz
    python examples/learn.py judge agent.npz --against random --games 200
    python examples/learn.py play agent.npz

A network with one hidden layer sees an observation (bytes) and gives a weight to every action and a value to the
position. All seats of all games play with the same network. For most of the time it is an apprentice: it plays, and is
told what the heuristic bot would have chosen there (imitation in the learner's own positions, as in DAgger: Ross et al.
2011). For the rest it plays against itself, and what it did before good results it does more often (proximal policy
optimisation: Schulman et al. 2017).
With ``--alone`` there is no teacher. ``train`` writes a checkpoint and a picture of the curve every few minutes and at the end.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from officina import GAMES, Game, Position, Rng
from officina.bots import BOTS, Bot, make_bot
from officina.rl import SelfPlayEnv

Floats = NDArray[np.float32]
Rows = NDArray[np.uint8]

HIDDEN = 256
TABLES = 128
WINDOW = 160
"""Decisions of every table between two lessons."""
MINIBATCH = 512
EPOCHS = 2
CLIP = 0.2
LAMBDA = 0.95
RATE = 1e-3
LAST_RATE = 1e-4
"""How far a lesson moves the weights: less and less while there is a teacher, then the least."""
APPRENTICE = 0.8
"""The part of the time that there is a teacher."""
TEACHER = ""
"""The name of the figures that the teacher goes by: the tuned ones."""
SEEN_AT_LEAST = 0.002
"""How often a byte must have a value for the network to have an eye for it."""
ENTROPY = 0.01
POINTS = 10
"""Points of the curve, about."""
JUDGES = ("random", "heuristic-0.1")
JUDGED = 200
"""Games against each of these opponents for a point of the curve."""
NOTHING = np.float32(-1e9)


# --- the network


class Network:
    """Observation to weights of actions and a value, with its own gradients.

    Which bytes vary, and which values they have, it finds out from some rows that were seen.
    """

    def __init__(self, game: Game, players: int, seen: Rows, seed: int = 0) -> None:
        self.game = game
        self.players = players
        places: list[int] = []
        values: list[int] = []
        for place in range(seen.shape[1]):
            counts = np.bincount(seen[:, place])
            found = np.flatnonzero(counts >= SEEN_AT_LEAST * len(seen))
            if len(found) > 1:
                places += [place] * len(found)
                values += found.tolist()
        self.eyes: dict[str, NDArray[Any]] = {"places": np.array(places, np.int64), "values": np.array(values, np.uint8)}
        self.begin(seed)

    def begin(self, seed: int = 0) -> None:
        """Weights that know nothing yet."""
        rng = np.random.default_rng(seed)
        self.bytes = np.array(sorted(set(self.eyes["places"].tolist())), np.int64)
        layout = self.game.layout(self.players)
        most = np.concatenate([np.full(field.size, max(1, field.most), np.float32) for field in layout.fields])
        self.scale = 1 / most[self.bytes]
        inputs, actions = len(self.eyes["places"]) + len(self.bytes), len(self.game.actions)
        self.weights: dict[str, Floats] = {
            "hidden": (rng.standard_normal((inputs, HIDDEN)) / np.sqrt(2 * len(self.bytes))).astype(np.float32),
            "hidden bias": np.zeros(HIDDEN, np.float32),
            "policy": (rng.standard_normal((HIDDEN, actions)) / 100).astype(np.float32),
            "policy bias": np.zeros(actions, np.float32),
            "value": np.zeros((HIDDEN, 1), np.float32),
            "value bias": np.zeros(1, np.float32),
        }
        self.moments = {name: (np.zeros_like(weight), np.zeros_like(weight)) for name, weight in self.weights.items()}
        self.lessons = 0

    def features(self, rows: Rows) -> Floats:
        """Which value each byte has, and the byte as a share of its range."""
        is_there = rows[:, self.eyes["places"]] == self.eyes["values"]
        return np.concatenate([is_there, rows[:, self.bytes] * self.scale], axis=1, dtype=np.float32)

    def look(self, rows: Rows, masks: NDArray[Any]) -> tuple[Floats, Floats, Floats, Floats]:
        """Features, hidden layer, probabilities of the allowed actions, values."""
        weights = self.weights
        features = self.features(rows)
        hidden = np.maximum(features @ weights["hidden"] + weights["hidden bias"], 0)
        logits = np.where(masks > 0, hidden @ weights["policy"] + weights["policy bias"], NOTHING)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        values = np.tanh((hidden @ weights["value"] + weights["value bias"])[:, 0])
        return features, hidden, chances.astype(np.float32), values.astype(np.float32)

    def learn(
        self,
        rows: Rows,
        masks: Rows,
        wanted: Floats,
        rate: float,
        targets: Floats | None = None,
        tried: tuple[NDArray[Any], Floats, Floats] | None = None,
    ) -> None:
        """One step with Adam, towards the values that are wanted, and what a teacher likes or what turned out well.

        ``targets``: how likely the teacher would choose each action.
        ``tried``: actions, how likely they were, and how much better than expected they turned out.
        """
        features, hidden, chances, values = self.look(rows, masks)
        count = len(rows)
        to_logits = np.zeros_like(chances)
        if targets is not None:
            to_logits += chances - targets
        if tried is not None:
            to_logits += proximal(chances, *tried)
        to_value = 2 * (values - wanted) * (1 - values**2) * 0.5
        to_hidden = (to_logits @ self.weights["policy"].T + to_value[:, None] @ self.weights["value"].T) * (hidden > 0)
        slopes = {
            "hidden": features.T @ to_hidden,
            "hidden bias": to_hidden.sum(axis=0),
            "policy": hidden.T @ to_logits,
            "policy bias": to_logits.sum(axis=0),
            "value": hidden.T @ to_value[:, None],
            "value bias": to_value.sum(keepdims=True),
        }
        self.lessons += 1
        for name, slope in slopes.items():
            slope = slope / count
            mean, square = self.moments[name]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            corrected = np.sqrt(square / (1 - 0.999**self.lessons)) + 1e-8
            self.weights[name] -= (rate * mean / (1 - 0.9**self.lessons) / corrected).astype(np.float32)

    def save(self, path: Path, curve: list[dict[str, float]]) -> None:
        """A checkpoint, with the curve so far."""
        about = json.dumps({"game": self.game.name, "players": self.players, "curve": curve})
        with path.open("wb") as file:
            np.savez_compressed(file, about=np.array(about), **self.eyes, **self.weights)  # type: ignore[arg-type, unused-ignore]


def proximal(chances: Floats, actions: NDArray[Any], before: Floats, advantages: Floats) -> Floats:
    """The slope of proximal policy optimisation: what turned out well becomes likelier, but not by much in one lesson."""
    every = np.arange(len(chances))
    ratio = chances[every, actions] / before
    pushing = (ratio < 1 + CLIP) & (advantages > 0) | (ratio > 1 - CLIP) & (advantages < 0)
    push = np.where(pushing, ratio * advantages, 0)
    logs = np.log(chances + 1e-10)
    entropy = -(chances * logs).sum(axis=1, keepdims=True)
    slope: Floats = chances * push[:, None] + ENTROPY * chances * (logs + entropy)
    slope[every, actions] -= push
    return slope


def load(path: Path) -> Network:
    """The network of a checkpoint."""
    with np.load(path) as saved:
        about = json.loads(str(saved["about"]))
        network = Network(GAMES[about["game"]], about["players"], np.zeros((1, 0), np.uint8))
        network.eyes = {name: saved[name] for name in network.eyes}
        network.begin()
        for name in network.weights:
            network.weights[name] = saved[name]
    return network


# --- training


class Teacher:
    """The heuristic bot: how much it likes each action, in a world drawn anew from what the seat sees."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.figures = game.values(TEACHER)
        self.rng = Rng(f"teacher {seed}")

    def likes(self, positions: list[Position], out: Floats) -> None:
        """A row for each position: how likely it would choose each action."""
        out[:] = 0
        for row, p in zip(out, positions, strict=True):
            seat = p.to_act[0]
            weights = self.game.weights_by(self.figures, self.game.redraw(p, seat, self.rng), seat, self.rng)
            row[p.action_ids(seat)] = np.array(weights) / sum(weights)


class Window:
    """What happened at all tables in a while."""

    def __init__(self, env: SelfPlayEnv) -> None:
        shape = (WINDOW, TABLES)
        self.rows = np.zeros((*shape, env.rows.shape[1]), np.uint8)
        self.masks = np.zeros((*shape, env.masks.shape[1]), np.uint8)
        self.actions = np.zeros(shape, np.int64)
        self.seats = np.zeros(shape, np.int64)
        self.chances = np.zeros(shape, np.float32)
        self.values = np.zeros(shape, np.float32)
        self.done = np.zeros(shape, np.bool_)
        self.rewards = np.zeros((*shape, env.table.players), np.float32)
        self.targets = np.zeros((*shape, env.masks.shape[1]), np.float32)

    def play(self, env: SelfPlayEnv, network: Network | None, rng: np.random.Generator, teacher: Teacher | None = None) -> int:
        """Fill it; how many games came to an end. Without a network the teacher plays."""
        for now in range(WINDOW):
            if teacher is not None:
                teacher.likes(env.batch.positions, self.targets[now])
            chances, values = self.targets[now], np.zeros(TABLES, np.float32)
            if network is not None:
                _, _, chances, values = network.look(env.rows, env.masks)
            picks = (chances.cumsum(axis=1) < rng.random((TABLES, 1)) * 0.999999).sum(axis=1)
            picks = np.where(env.masks[np.arange(TABLES), picks] > 0, picks, chances.argmax(axis=1))
            self.rows[now], self.masks[now], self.seats[now] = env.rows, env.masks, env.seats
            self.actions[now], self.values[now] = picks, values
            self.chances[now] = chances[np.arange(TABLES), picks]
            _, _, done, _, infos = env.step(picks)
            self.done[now] = done
            self.rewards[now] = infos.get("rewards", 0)
        return int(self.done.sum())

    def judge(self) -> tuple[Floats, NDArray[np.bool_]]:
        """How much better than expected each decision turned out for its seat; False where nothing is known yet."""
        players = self.rewards.shape[2]
        tables = np.arange(TABLES)
        ahead = np.zeros((TABLES, players), np.float32)  # what the seat's next position is worth
        gained = np.zeros((TABLES, players), np.float32)
        known = np.zeros((TABLES, players), np.bool_)
        advantages = np.zeros_like(self.values)
        is_known = np.zeros(self.values.shape, np.bool_)
        for now in range(WINDOW - 1, -1, -1):
            ended = self.done[now]
            ahead[ended], gained[ended], known[ended] = self.rewards[now][ended], 0, True
            seats = self.seats[now]
            surprise = ahead[tables, seats] - self.values[now]
            gain = np.where(known[tables, seats], surprise + LAMBDA * gained[tables, seats], 0)
            advantages[now], is_known[now] = gain, known[tables, seats]
            ahead[tables, seats], gained[tables, seats], known[tables, seats] = self.values[now], gain, True
        return advantages, is_known

    def teach(self, network: Network, rng: np.random.Generator, rate: float, teacher: Teacher | None = None) -> None:
        """Let the network learn from it: what the teacher would have done, or what turned out well."""
        advantages, known = self.judge()
        chosen = np.flatnonzero(known)
        flat = advantages.reshape(-1)
        wanted = flat + self.values.reshape(-1)
        scaled = (flat / (flat[chosen].std() + 1e-6)).astype(np.float32)
        rows, masks = self.rows.reshape(len(flat), -1), self.masks.reshape(len(flat), -1)
        actions, chances = self.actions.reshape(-1), self.chances.reshape(-1)
        targets = self.targets.reshape(len(flat), -1)
        for _ in range(EPOCHS):
            rng.shuffle(chosen)
            for start in range(0, len(chosen), MINIBATCH):
                part = chosen[start : start + MINIBATCH]
                if teacher is not None:
                    network.learn(rows[part], masks[part], wanted[part], rate, targets=targets[part])
                else:
                    tried = (actions[part], chances[part], scaled[part])
                    network.learn(rows[part], masks[part], wanted[part], rate, tried=tried)


def train(game: str, players: int, minutes: float, out: Path, seed: int, alone: bool = False) -> list[dict[str, float]]:
    """Play and learn for so many minutes of processor time; the curve: share of wins after so many games."""
    env = SelfPlayEnv(game, players, TABLES, rewards="place", seed=seed, copy=False)
    window, rng = Window(env), np.random.default_rng(seed)
    teacher = None if alone else Teacher(env.table.game, seed)
    began = shown = time.process_time()
    games = window.play(env, None, rng, Teacher(env.table.game, seed))  # for something to look at
    network = Network(env.table.game, players, window.rows.reshape(-1, env.rows.shape[1]), seed)
    curve: list[dict[str, float]] = []
    while True:
        part = (time.process_time() - began) / (60 * minutes) if minutes else 1.0
        if part > APPRENTICE:
            teacher = None
        games += window.play(env, network, rng, teacher)
        rate = LAST_RATE if teacher is None and not alone else max(LAST_RATE, RATE * (1 - part))
        window.teach(network, rng, rate, teacher)
        now = time.process_time()
        last = now - began >= 60 * minutes
        if last or not curve or now - shown >= 60 * minutes / POINTS:
            spent = (now - began) / 60
            point = {name: share_of_wins(network, name, JUDGED, seed) for name in JUDGES}
            shown = time.process_time()
            began += shown - now  # judging is not learning
            curve.append({"minutes": spent, "games": games, **point})
            told = ", ".join(f"{name} {share:.0%}" for name, share in point.items())
            print(f"{curve[-1]['minutes']:.1f} min, {games} games, wins against {told}", flush=True)
            network.save(out, curve)
            out.with_suffix(".svg").write_text(picture(game, players, curve), encoding="utf-8")
        if last:
            return curve


def picture(game: str, players: int, curve: list[dict[str, float]]) -> str:
    """The curve as a picture."""
    width, height, left = 560, 300, 60
    most = max(point["minutes"] for point in curve) or 1

    def at(point: dict[str, float], name: str) -> str:
        return f"{left + point['minutes'] / most * width:.1f},{20 + (1 - point[name]) * height:.1f}"

    parts = [f'<text x="{left}" y="14">{game}, {players} players: share of wins against bots, by minutes</text>']
    for share in (0.0, 1 / players, 0.5, 1.0):
        y = 20 + (1 - share) * height
        parts.append(f'<path d="M{left} {y:.1f}h{width}" stroke="#ccc"/><text x="8" y="{y + 4:.1f}">{share:.0%}</text>')
    for name, paint in zip(JUDGES, ("#8a3b12", "#2f5d8a"), strict=True):
        points = " ".join(at(point, name) for point in curve)
        x, _, end = at(curve[-1], name).partition(",")
        parts.append(f'<polyline points="{points}" fill="none" stroke="{paint}" stroke-width="2"/>')
        parts.append(f'<text x="{float(x) + 4:.0f}" y="{end}" fill="{paint}">{name}</text>')
    parts.append(f'<text x="{left}" y="{height + 38}">0</text><text x="{left + width}" y="{height + 38}">{most:.0f} min</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 90} {height + 50}" font-family="sans-serif" '
        f'font-size="12"><rect width="100%" height="100%" fill="#fffdf8"/>{"".join(parts)}</svg>\n'
    )


# --- playing


class LearnedBot(Bot):
    """Draws from what the network thinks likely: where all decide at once, whoever is predictable loses."""

    name = "learned"

    def __init__(self, network: Network) -> None:
        self.network = network
        self.size = network.game.layout(network.players).size

    def choose(self, p: Position, seat: int, rng: Rng) -> int:
        out, mask = bytearray(self.size), bytearray(len(p.game.actions))
        p.encode(seat, out)
        p.write_mask(seat, mask)
        row, allowed = np.frombuffer(out, np.uint8)[None], np.frombuffer(mask, np.uint8)[None]
        _, _, chances, _ = self.network.look(row, allowed)
        first, options = p.game.first_action[p.kind(seat)], p.options(seat)
        return options[rng.weighted([float(chances[0, first + option]) for option in options])]


def share_of_wins(network: Network, against: str, games: int, seed: int) -> float:
    """How much of the games the agent wins, sitting on each seat in turn; a shared win counts its share."""
    agent, other = LearnedBot(network), make_bot(against)
    rng = Rng(f"judge {seed}")
    wins = 0.0
    for number in range(games):
        own = number % network.players
        p = network.game.start(network.players, f"judge {seed} {number}")
        while p.to_act:
            seat = p.to_act[0]
            p.apply(seat, (agent if seat == own else other).choose(p, seat, rng))
        wins += (own in p.winners()) / len(p.winners())
    return wins / games


def main(arguments: list[str] | None = None) -> None:
    """Train, judge or play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    training = commands.add_parser("train", help="learn by playing against itself")
    training.add_argument("game", choices=sorted(GAMES))
    training.add_argument("--players", type=int, default=4)
    training.add_argument("--minutes", type=float, default=20, help="of processor time")
    training.add_argument("--alone", action="store_true", help="without a teacher")
    training.add_argument("--out", type=Path, default=Path("agent.npz"))
    training.add_argument("--seed", type=int, default=0)
    judging = commands.add_parser("judge", help="how much it wins against bots")
    judging.add_argument("agent", type=Path)
    judging.add_argument("--against", choices=sorted(BOTS), default="random")
    judging.add_argument("--games", type=int, default=200)
    judging.add_argument("--seed", type=int, default=1)
    playing = commands.add_parser("play", help="sit down at a table with it, in the terminal")
    playing.add_argument("agent", type=Path)
    given = parser.parse_args(arguments)
    if given.command == "train":
        train(given.game, given.players, given.minutes, given.out, given.seed, given.alone)
        return
    network = load(given.agent)
    if given.command == "judge":
        share = share_of_wins(network, given.against, given.games, given.seed)
        print(f"{share:.1%} of {given.games} games against {given.against} (a fair share is {1 / network.players:.0%})")
        return
    play_at_a_table(network)


def play_at_a_table(network: Network) -> None:
    """The terminal's table, with the agent on all other seats."""
    from officina.cli import main as officina

    LEARNED.append(network)
    BOTS[LearnedBot.name] = Seated
    sys.argv = ["officina", "play", network.game.name, *seating(network.players)]
    officina()


LEARNED: list[Network] = []


class Seated(LearnedBot):
    """The agent as a bot that is asked for by its name."""

    def __init__(self) -> None:
        super().__init__(LEARNED[-1])


def seating(players: int) -> list[str]:
    """The options of ``officina play`` that put a person on the first seat and the agent on all others."""
    return ["--players", str(players), "--seats", ",".join(["human", *[LearnedBot.name] * (players - 1)])]


if __name__ == "__main__":
    main()
