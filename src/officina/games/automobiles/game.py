"""Automobiles' front door."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from officina.core.components import DIGEST_LENGTH, Source
from officina.core.errors import OptionError
from officina.core.folder import FolderGame
from officina.core.game import OptionValue, TableOption
from officina.core.nouns import Reading
from officina.core.position import Position
from officina.core.step import Step
from officina.core.text import Message
from officina.core.tracing import Tracer
from officina.core.vocabulary import shown
from officina.games.automobiles import components, trackfile
from officina.games.automobiles.components import Parts
from officina.games.automobiles.cubes import COLOURS
from officina.games.automobiles.nouns import card_figures
from officina.games.automobiles.rules.setup import opening
from officina.games.automobiles.state import GRIDS, NOBODY, VISIBLE_BAGS, Agreed, Automobiles
from officina.games.automobiles.tracing import AutomobilesTracer
from officina.games.automobiles.trackdraw import draw_svg
from officina.games.automobiles.vocabulary import BOOST_LATE, BOOST_OFFER, DECLINE, DRAW, STEP, StepOptions

RANDOM: Final = "random"
CUSTOM: Final = "custom"

ASK: Final = "ask"
ALWAYS: Final = "always"
NEVER: Final = "never"
BOOST_POLICIES: Final = (ASK, ALWAYS, NEVER)

MOST_WITH_A_CUBE: Final = 40
"""Decisions that one cube can ask for, generously: spaces it moves, cubes it draws or sends away."""


class CardsOption(TableOption):
    """AU-182: a set by name, ``random``, or five card names, one of each colour; these are kept as one string."""

    def __init__(self, parts: Parts) -> None:
        super().__init__("cards", (*parts.set_names, RANDOM), parts.set_names[0])

    def read(self, value: object) -> OptionValue:
        text = " ".join(str(name) for name in value) if isinstance(value, (list, tuple)) else str(value)
        names = text.lower().replace(",", " ").split()
        if len(names) == 1 and names[0] in self.values:
            return names[0]
        if names and names[0] == CUSTOM:
            names = names[1:]
        by_colour = sorted(
            components.CARD_NAMES.index(name) for name in names if name in components.CARD_NAMES[: components.COLOURED_CARDS]
        )
        if len(names) != components.CARD_COLOURS or [card // components.CARDS_PER_COLOUR for card in by_colour] != list(
            range(components.CARD_COLOURS)
        ):
            choices = tuple(
                Message(
                    "automobiles.option.one_of",
                    cards=" / ".join(components.CARD_NAMES[first : first + components.CARDS_PER_COLOUR]),
                )
                for first in range(0, components.COLOURED_CARDS, components.CARDS_PER_COLOUR)
            )
            raise OptionError(Message("automobiles.option.cards", value=shown(text), sets=self.values, cards=choices))
        return " ".join(components.CARD_NAMES[card] for card in by_colour)


class AutomobilesGame(FolderGame):
    """Automobiles (AEG 2016): base game on reconstructed tracks, or on a track file of one's own."""

    parts: Parts
    renamed_steps = {"GridBuy": ("Buy", {"grid": True})}

    def __init__(self, figures: Source = components.STANDARD, own_tracks: Sequence[Source] = ()) -> None:
        self.figures = figures
        self.own_tracks = tuple(own_tracks)
        parts = components.Parts(figures)
        tracks = [trackfile.load(track) for track in own_tracks]
        tracks = tracks + [trackfile.load(path) for path in trackfile.STANDARD]
        parts.tracks = {track.name: track for track in reversed(tracks)}
        super().__init__(
            parts=parts,
            players=range(2, components.MOST_PLAYERS + 1),
            options=[
                TableOption("track", tuple(dict.fromkeys(track.name for track in tracks)), tracks[0].name),
                TableOption("laps", tuple(range(1, parts.most_laps + 1)), parts.set_laps[0], advised=True),
                CardsOption(parts),
                TableOption("grid", GRIDS, GRIDS[0]),
                TableOption("first_player", (RANDOM, *range(1, components.MOST_PLAYERS + 1)), RANDOM),
                TableOption("draft", ("space", "segment"), "space"),
                TableOption("visible_bags", VISIBLE_BAGS, VISIBLE_BAGS[0]),
                TableOption("boost", ("immediate", "accelerated"), "immediate"),
                TableOption("weaving", ("off", "on"), "off"),
                TableOption("max_rounds", (parts.max_rounds,), parts.max_rounds),
            ],
            components_digest=digest(parts),
        )
        step = self.vocabulary.kind(STEP)
        self.step_options = {name: StepOptions(track, step.words, step.index) for name, track in parts.tracks.items()}

    def thing_figures(self, thing: str) -> dict[str, Any]:
        """A card's text names its figures."""
        return card_figures(self.parts, thing) if thing in components.CARD_NAMES else {}

    def with_components(self, figures: Source) -> AutomobilesGame:
        return AutomobilesGame(figures, self.own_tracks)

    def value_name(self, option: str, value: OptionValue, language: str) -> str | None:
        named = option == "track" and self.value_words(option, value) is None
        return self.parts.tracks[str(value)].titles[language] if named else None

    def with_tracks(self, tracks: Sequence[Source]) -> AutomobilesGame:
        """AU-180: the same game with owners' tracks, the first of them as its default one."""
        return AutomobilesGame(self.figures, tracks)

    def with_track(self, track_file: Path) -> AutomobilesGame:
        return self.with_tracks([track_file])

    @property
    def has_tracks(self) -> bool:
        return True

    def track_summary(self, track_file: Path) -> Message:
        track = trackfile.load(track_file)
        return Message(
            "automobiles.track_summary",
            name=track.name,
            lanes=track.lanes,
            positions=track.positions,
            spaces=len(track.spaces),
            cells=len(track.grid),
        )

    def draw_track(self, track_file: Path, language: str) -> str:
        return draw_svg(trackfile.load(track_file), language, self.parts)

    @property
    def tracer(self) -> Tracer:
        return AutomobilesTracer(self.parts)

    def state_to_json(self, p: Position) -> dict[str, Any]:
        return self.fields.dump(p, mine(p).track)

    def state_from_json(self, p: Position, data: object, reading: Reading) -> None:
        """Places are written as the table's own track numbers them."""
        super().state_from_json(p, data, Reading(mine(p).track, old=reading.old))

    def read_option_values(self, options: Mapping[str, Any]) -> dict[str, OptionValue]:
        """AU-181: unless the table says otherwise, the laps are those advised for the card set."""
        chosen = super().read_option_values(options)
        if "laps" not in options and chosen["cards"] in self.parts.set_names:
            chosen["laps"] = self.parts.set_laps[self.parts.set_names.index(str(chosen["cards"]))]
        return chosen

    def players_for(self, options: Mapping[str, OptionValue]) -> range:
        """AU-191: 2 to 5 players, as many as the grid has cells; whoever is first must be there."""
        first = options["first_player"]
        least = max(2, first) if isinstance(first, int) else 2
        most = min(components.MOST_PLAYERS, len(self.parts.tracks[str(options["track"])].grid))
        if least > most:
            allowed = (RANDOM, *range(1, most + 1))
            raise OptionError(Message("kernel.option.value", option="first_player", value=first, values=allowed))
        return range(least, most + 1)

    def set_up(self, players: int, options: Mapping[str, OptionValue]) -> Automobiles:
        p = Automobiles(self, players, self.parts)
        cards, laps, first, name = str(options["cards"]), options["laps"], options["first_player"], str(options["track"])
        assert isinstance(laps, int)
        first_seat = first - 1 if isinstance(first, int) else NOBODY
        agreed = Agreed(self._cards(cards), laps, GRIDS.index(str(options["grid"])), first_seat)
        agreed.draft_segment = options["draft"] == "segment"
        agreed.visible_bags = VISIBLE_BAGS.index(str(options["visible_bags"]))
        agreed.accelerated = options["boost"] == "accelerated"
        agreed.weaving = options["weaving"] == "on"
        p.clear(self.parts.tracks[name], self.step_options[name], agreed)
        return p

    def _cards(self, cards: str) -> list[int]:
        """The cards of an option's value; none if chance will choose them."""
        if cards == RANDOM:
            return []
        if cards in self.parts.set_names:
            return self.parts.set_cards[self.parts.set_names.index(cards)]
        return [components.CARD_NAMES.index(name) for name in cards.split()]

    def opening(self, p: Position) -> list[Step[Any]]:
        return opening()

    def turns(self, p: Position) -> int:
        return mine(p).round

    def longest(self, players: int, options: Mapping[str, Any] | None = None) -> int:
        """The box ends a race after so many rounds; a turn uses each cube of the box at most once, for a few decisions."""
        cubes = sum(self.parts.in_box(colour) for colour in range(COLOURS))
        return int(self.parts.max_rounds * players * cubes * MOST_WITH_A_CUBE)

    def standing_answer(self, p: Position, seat: int, policy: str) -> int | None:
        """AU-192: the answer that a seat's stored Boost policy gives to the pending question; None if the seat is asked."""
        if policy not in BOOST_POLICIES:
            raise OptionError(Message("kernel.option.value", option="boost_policy", value=shown(policy), values=BOOST_POLICIES))
        if policy == ASK or p.kind(seat) not in (BOOST_OFFER, BOOST_LATE):
            return None
        return DRAW if policy == ALWAYS else DECLINE


def digest(parts: Parts) -> str:
    """The box and all its tracks, so that a save or record never goes on upon another circuit."""
    figures = " ".join([parts.digest, *(parts.tracks[name].digest for name in sorted(parts.tracks))])
    return hashlib.sha256(figures.encode()).hexdigest()[:DIGEST_LENGTH]


def mine(p: Position) -> Automobiles:
    """The position as this game's own."""
    assert isinstance(p, Automobiles)
    return p
