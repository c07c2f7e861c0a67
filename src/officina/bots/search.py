"""Search: looks at what its options lead to, in worlds drawn from what its seat can see. Compiled like the engine.

Every iteration draws a fresh world (:meth:`Game.believe`), goes down a tree of the seat's own key decisions by PUCT (what went
well, and what the policy thinks worth a look), lets the policy play everything else, all other seats included, and stops at the
end of the game or some turns on, where the scores are turned into a chance to win. The n-th visit of every option at the root
sees the n-th world and the same chance, so that options are compared under the same conditions.

With a budget of iterations, the same seed gives the same choice. It may take long: never call it on an event loop.
"""

from __future__ import annotations

import time
from math import exp, sqrt
from typing import Any, Final

from officina.core.playout import play_on
from officina.core.position import Position
from officina.core.rng import Rng

UNTRIED: Final = 0.05
"""How likely an option is held to be that the policy did not see when its node was made."""
LOOK: Final = 8
"""Iterations between two looks at the clock at most; the first are a matter of course."""


OWN: Final = 0xFFFFFF
"""The number of a world that no iteration comes to: what the policy thinks of the options is asked there."""


class Settings:
    """How a game is searched; chosen by measurement, from the ``[search]`` of its ``search.toml``."""

    def __init__(
        self,
        key: list[bool],
        secret: list[bool],
        turns: int,
        rounds: int,
        scale: float,
        explore: float,
        even: float,
        widest: int,
        trust: float,
        doubt: float,
        changes: int = 0,
        evaluated: bool = False,
    ) -> None:
        self.key = key
        """By kind: what the tree branches on; the policy decides the rest."""
        self.secret = secret
        """By kind: where a best answer would be guessed, so that one is drawn by the visits."""
        self.turns = turns
        self.rounds = rounds
        self.changes = changes
        """How far the policy plays on: turns, rounds, or how often another seat comes to act; all 0: to the end."""
        self.evaluated = evaluated
        """Where it is cut: the game's fitted evaluation; otherwise how the scores stand."""
        self.scale = scale
        """The lead in points that makes winning e times as likely, where it is cut."""
        self.explore = explore
        self.even = even
        """The part of the prior that is the same for every option."""
        self.widest = widest
        """Options that are looked at, the likeliest first."""
        self.trust = trust
        """Visits that the policy's own choice is given beforehand: few visits must not overrule it by chance."""
        self.doubt = doubt
        """The part of iterations in which others play by the figures of 0.1: nobody is sure to be as we think."""


class Node:
    """A decision of the seat."""

    def __init__(self) -> None:
        self.visits = 0
        self.edges: dict[int, Edge] = {}


class Edge:
    """An option of a decision, and what became of it."""

    def __init__(self, option: int, prior: float) -> None:
        self.option = option
        self.prior = prior
        self.visits = 0
        self.total = 0.0
        self.node = Node()


class Search:
    """One decision of one seat."""

    def __init__(self, p: Position, seat: int, rng: Rng, settings: Settings, quick: Any, prior: Any, first: Any) -> None:
        self.p = p
        self.seat = seat
        self.settings = settings
        self.quick = quick
        self.prior = prior
        self.first = first
        self.game = p.game
        self.base = [rng.word(), rng.word(), rng.word()]
        self.root = Node()
        self.iterations = 0
        self.last_turn = 0
        self.last_round = 0

    def run(self, iterations: int, seconds: float) -> None:
        """Look until so many iterations are done, or so much processor time is spent (0: no limit)."""
        game = self.game
        settings = self.settings
        self.last_turn = game.turns(self.p) + settings.turns if settings.turns else 0
        self.last_round = game.moment(self.p)[0] + settings.rounds if settings.rounds else 0
        self.grow(self.root, self.game.believe(self.p, self.seat, self.stream(OWN), self.quick))
        if len(self.root.edges) < 2:
            return
        start = time.process_time() if seconds > 0.0 else 0.0
        done = 0
        while not iterations or done < iterations:
            self.iterate()
            done += 1
            if seconds > 0.0 and (done < LOOK or done % LOOK == 0) and time.process_time() - start >= seconds:
                return

    def stream(self, number: int) -> Rng:
        """The chance of the n-th world."""
        rng = Rng()
        rng.restore([self.base[0], self.base[1] ^ number, self.base[2], 1])
        for _ in range(6):
            rng.word()
        return rng

    def grow(self, node: Node, world: Position) -> None:
        """Give a node its edges."""
        seat = self.seat
        options = world.options(seat)
        liked = self.game.weights_by(self.prior, world, seat, self.stream(OWN))
        total = 0.0
        for weight in liked:
            total += weight
        even = self.settings.even
        ranked = [(-(liked[place] / total), options[place]) for place in range(len(options))]
        ranked.sort()
        if len(ranked) > self.settings.widest:
            ranked = ranked[: self.settings.widest]
        for less, option in ranked:
            node.edges[option] = Edge(option, (1.0 - even) * -less + even / len(ranked))

    def iterate(self) -> None:
        """One world, down the tree and on to its end."""
        settings = self.settings
        game = self.game
        seat = self.seat
        edge = self.select(self.root, [])
        rng = self.stream(edge.visits)
        world = game.believe(self.p, seat, rng, self.quick)
        others = self.first if rng.unit() < settings.doubt else self.quick
        path = [edge]
        world.apply(seat, edge.option)
        node = edge.node
        inside = edge.visits > 0
        last = seat
        changes = 0
        while True:
            waiting = world.to_act
            if not waiting or self.is_cut(world):
                break
            who = waiting[0]
            if who != last:
                last = who
                changes += 1
                if settings.changes and changes >= settings.changes:
                    break
            if who == seat and inside and settings.key[world.kind(who)]:
                options = world.offered(who)
                if not node.edges:
                    self.grow(node, world)
                edge = self.select(node, options)
                path.append(edge)
                inside = edge.visits > 0
                node = edge.node
                world.take(who, edge.option)
            elif inside:
                liked = game.weights_by(self.quick if who == seat else others, world, who, rng)
                world.take(who, world.offered(who)[rng.weighted(liked)])
            else:
                rest = settings.changes - changes if settings.changes else 0
                policies = [others] * world.seats
                policies[seat] = self.quick
                play_on(world, policies, rng, self.last_turn, self.last_round, rest)
                break
        value = self.value(world)
        self.root.visits += 1
        for edge in path:
            edge.visits += 1
            edge.total += value
            edge.node.visits += 1
        self.iterations += 1

    def is_cut(self, world: Position) -> bool:
        """Whether it was played on far enough."""
        if self.last_turn and self.game.turns(world) >= self.last_turn:
            return True
        return self.last_round > 0 and self.game.moment(world)[0] >= self.last_round

    def select(self, node: Node, options: list[int]) -> Edge:
        """PUCT among the edges that are legal here (all of them, if no options are given)."""
        legal: list[Edge] = []
        if not options:
            legal = list(node.edges.values())
        else:
            for option in options:
                known = node.edges.get(option)
                if known is not None:
                    legal.append(known)
            if not legal:
                option = options[0]
                node.edges[option] = Edge(option, UNTRIED)
                legal = [node.edges[option]]
        visits = 0
        total = 0.0
        for edge in legal:
            visits += edge.visits
            total += edge.total
        usual = total / visits if visits else 0.5
        root = sqrt(float(visits + 1))
        best = legal[0]
        most = -1.0
        for edge in legal:
            mean = edge.total / edge.visits if edge.visits else usual
            bound = mean + self.settings.explore * edge.prior * root / (1.0 + edge.visits)
            if bound > most:
                most = bound
                best = edge
        return best

    def value(self, world: Position) -> float:
        """A chance to win: the evaluation where it is cut, the part of a win at the end, or how the scores stand."""
        if self.settings.evaluated and world.to_act:
            chances: list[float] = self.game.evaluate(world)
            return chances[self.seat]
        scores = world.scores()
        seat = self.seat
        mine = scores[seat]
        scale = self.settings.scale
        total = 0.0
        for score in scores:
            total += exp(max(-30.0, min(30.0, (score - mine) / scale)))
        standing = 1.0 / total
        if world.to_act:
            return standing
        winners = self.game.winners(world)
        return 0.5 * standing + (0.5 / len(winners) if seat in winners else 0.0)

    def choice(self, rng: Rng, secret: bool) -> int:
        """The option to take: by visits, or where it must not be guessed drawn by them.

        The policy's favourite has a few visits to begin with, at the mean of all.
        """
        edges = list(self.root.edges.values())
        if secret:
            return edges[rng.weighted([float(edge.visits) + 0.001 for edge in edges])].option
        visits = 0
        total = 0.0
        for edge in edges:
            visits += edge.visits
            total += edge.total
        if not visits:
            return edges[0].option
        usual = total / visits
        best = edges[0]
        most = -1.0
        for edge in edges:
            trust = self.settings.trust
            worth = (edge.total + trust * usual) / (edge.visits + trust) + 0.0001 * edge.prior
            if worth > most:
                most = worth
                best = edge
        return best.option
