"""Research and awards of Kraftwagen, and the desk where start tiles and actions lie while one is to be chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from officina.core.drawing import classes, tag, text
from officina.core.text import render
from officina.games.kraftwagen import nouns
from officina.games.kraftwagen.board_cards import LARGE, SMALL, large_face, small_face
from officina.games.kraftwagen.board_pen import (
    ICONS,
    Light,
    Pen,
    action_sign,
    action_tile,
    actions_in_words,
    box,
    card,
    card_name,
    icon,
    last_name,
    thing_of_card,
)  # fmt: skip
from officina.games.kraftwagen.components import AWARDS, ENGINEERS, PARTS
from officina.looks import number, part, ring, spot, words

AWARD_SIGNS: Final = {
    "gp1": "gp", "gp2": "gp", "buyer": "buyer", "market": "market", "body3": "body", "body6": "body",
    "engine4": "engine", "engine7": "engine", "workers": "worker", "engineers": "engineers",
}  # fmt: skip
MOST_IN_CANTEEN: Final = 6
"""So many workers stand in one's canteen one by one; the number of more is asked for at the desk."""


class ResearchDrawing(Pen):
    """The research cards."""

    def deck(self) -> str:
        """The face-down deck with its number of cards, from (0, 0), 78 by 104."""
        drawn = "".join(box(6 - 3 * each, 4 - 2 * each, 72, 98, "kw-back") for each in range(3))
        drawn += box(6, 6, 60, 86, "kw-back-line", 5) + icon("research", 18, 18, 36, "kw-light")
        drawn += box(16, 62, 40, 24, "kw-count", 5) + number(self.view["deck"], 36, 80, 17)
        return tag(
            "g", drawn, id="kw-deck", role="img", aria_label=self.plain("board.deck", n=self.view["deck"]), data_thing="deck"
        )

    def face_up(self) -> list[str]:
        """The cards on offer, each from (0, 0), 150 by 104; a pressed place where there is none."""
        found: list[str] = []
        seen: list[str] = []
        for code in self.view["face_up"]:
            found.append(
                spot(
                    self.on("take_card", code), card_name(self.parts, code, self.language), (0, 0, *LARGE),
                    large_face(self.parts, code, self.language),
                    thing=thing_of_card(self.parts, code), id=f"kw-up-{code}-{seen.count(code)}", data_flip=f"card-{code}",
                )
            )  # fmt: skip
            seen.append(code)
        found += [box(0, 0, *LARGE, "hole")] * (self.parts.face_up - len(found))
        return found

    def research(self) -> str:
        """Deck and cards in a row, 396 wide."""
        cards = [tag("g", each, transform=f"translate({90 + 158 * place} 4)") for place, each in enumerate(self.face_up())]
        return tag("g", self.deck(), transform="translate(4 4)") + "".join(cards)

    def discard(self) -> str:
        """The discard with its last card, 62 by 104; above it a card that is being resolved."""
        view = self.view
        drawn = box(0, 0, 60, 104, "hole")
        label = self.plain("board.discard", n=len(view["discard"]))
        if view["resolving"] is not None:
            code = view["resolving"]
            face = tag("g", small_face(self.parts, code, False), transform="translate(8 7)", id=f"kw-resolving-{code}",
                       data_flip=f"card-{code}")  # fmt: skip
            drawn += face + ring("last", 5, 4, 50, 64)
            label = f"{self.plain('board.resolving')}: {card_name(self.parts, code, self.language)}. {label}"
        elif view["discard"]:
            drawn += tag("g", small_face(self.parts, view["discard"][-1], False), transform="translate(8 7)", id="kw-thrown")
        else:
            drawn += icon("research", 15, 20, 30, "kw-print")
        drawn += words(str(len(view["discard"])), 30, 93, 17, "sign on-stage kw-mid")
        return tag("g", drawn, role="img", aria_label=label, data_thing="discard")

    def thrown(self) -> str:
        """The whole discard by sort, 390 by 300."""
        drawn = panel_title(self.say("board.discard", n=len(self.view["discard"])), 390, 300)
        for place, (code, count) in enumerate(self.grouped(self.view["discard"])):
            row, column = divmod(place, 6)
            face = small_face(self.parts, code, False)
            if count > 1:
                face += count_plate(count)
            if code in ENGINEERS:
                face += words(text(last_name(code, self.language)), SMALL[0] / 2, SMALL[1] + 14, 13, "kw-b kw-mid")
            drawn += tag("g", face, transform=f"translate({18 + 60 * column} {50 + 76 * row})", role="img",
                         aria_label=card_name(self.parts, code, self.language), id=f"kw-thrown-{code}",
                         data_thing=thing_of_card(self.parts, code))  # fmt: skip
        return drawn


class AwardsDrawing(Pen):
    """Ten plaques."""

    def awards(self, columns: int, pitch: float, width: float) -> str:
        """Plaques in rows; one that is taken shows who has it, a free one the rosette."""
        return "".join(
            tag("g", self.plaque(award, width), transform=f"translate({place % columns * pitch:g} {place // columns * 55:g})")
            for place, award in enumerate(self.view["awards"])
        )

    def plaque(self, award: Mapping[str, Any], width: float) -> str:
        """An award, 51 high: what it asks for, what it is worth, who has it."""
        code = award["award"]
        which = AWARDS.index(code)
        needs = self.say("board.all") if code == "workers" else str(self.parts.awards[which].needs)
        taken = award["seat"] is not None
        left, right = width * 0.29, width * 0.71
        drawn = box(1, 3, width, 51, "kw-card-s", 7) + box(0, 0, width, 51, classes("kw-award", taken and "kw-taken"), 7)
        side = min(25, width * 0.42)
        drawn += icon(AWARD_SIGNS[code], left - side / 2, 16.5 - side / 2, side) + words(
            needs, left, 45, 16 if needs.isdigit() else 14, "bold kw-mid"
        )
        wide = min(28, width * 0.48)
        drawn += (
            self.sign_of(award["seat"], right - 11, 6, 22)
            if taken
            else part("points", right - wide / 2, 16 - wide / 2, wide, wide)
        )
        drawn += number(award["points"], right, 45, 16)
        return spot({}, self.award_words(award), (0, 0, 0, 0), drawn, thing="award", id=f"kw-award-{code}")

    def award_words(self, award: Mapping[str, Any]) -> str:
        """An award for who does not see it."""
        name = render(nouns.award(self.parts, AWARDS.index(award["award"])), self.language)
        owner = "" if award["seat"] is None else f", {self.name(award['seat'])}"
        return f"{name}: {self.plain('board.worth', n=award['points'])}{owner}"

    def listed(self, pitch: float, width: float) -> str:
        """The same in two columns with words."""
        drawn = []
        for place, award in enumerate(self.view["awards"]):
            code = award["award"]
            x, y = place % 2 * (width + 6), place // 2 * pitch
            taken = award["seat"] is not None
            needs = self.parts.awards[AWARDS.index(code)].needs
            inner = box(x + 1, y + 3, width, pitch - 5, "kw-card-s", 7)
            inner += box(x, y, width, pitch - 5, classes("kw-award", taken and "kw-taken"), 7)
            middle = y + (pitch - 5) / 2
            inner += icon(AWARD_SIGNS[code], x + 6, middle - 13, 26)
            lines = in_lines(self.plain(f"board.award.{code}", n=needs), width - 98)
            top = middle + 5 - 8 * (len(lines) - 1)
            inner += "".join(words(text(each), x + 37, top + 16 * line, 14, "kw-b") for line, each in enumerate(lines))
            inner += number(award["points"], x + width - 46, middle + 6, 17)
            inner += (
                self.sign_of(award["seat"], x + width - 32, middle - 12)
                if taken
                else part("points", x + width - 34, middle - 15, 29, 29)
            )
            drawn.append(spot({}, self.award_words(award), (0, 0, 0, 0), inner, thing="award", id=f"kw-award-{code}"))
        return "".join(drawn)


class DeskDrawing(Pen):
    """What is chosen beside the board: start tiles, actions still to be resolved, a large number of workers."""

    def is_open(self) -> bool:
        """Whether something lies on the desk."""
        return bool(self.view["start_tiles"] or self.kind in ("pick_action", "pick_part") or self.crew())

    def desk(self, width: float, height: float) -> str:
        """A sheet with what is to be chosen."""
        drawn = card(0, 0, width, height)
        if self.kind in ("pick_action", "pick_part"):
            short = bool(self.view["start_tiles"])
            key = "board.to_do" if self.kind == "pick_action" else "board.first"
            drawn += words(self.say(key), 10, 18, 13, "kw-soft")
            few = 118 if len(self.view["start_tiles"]) > 2 else 62
            drawn += self.to_do(width - (few if short else 0), height)
            return drawn + (self.few_start_tiles(width, height) if short else "")
        if self.crew():
            return drawn + words(self.say("board.crew"), 10, 18, 13, "kw-soft") + self.numbers(width, height)
        return drawn + self.start_tiles(width, height)

    def start_tiles(self, width: float, height: float) -> str:
        """The start tiles on offer."""
        side = min(84.0, height - 31, (width - 12) / 4 - 4)
        drawn = words(self.say("board.start_tiles"), 10, 18, 13, "kw-soft")
        tiles = self.view["start_tiles"]
        pitch = (width - 12) / max(3, len(tiles))
        for place, each in enumerate(tiles):
            actions = tuple(each["actions"])
            x, y = 6 + pitch * place + (pitch - side) / 2, 26
            drawn += spot(
                self.on("pick_start_tile", each["tile"]), actions_in_words(actions, self.language),
                (x + 1, y, side - 2, side - 1),
                action_tile(self.parts, actions, x, y, side), thing="start_tile", id=f"kw-start-{each['tile']}",
            )  # fmt: skip
            if height - y - side > 48:
                for line, action in enumerate(actions):
                    drawn += words(self.action_words(action), x + side / 2, y + side + 15 * (line + 1), 13, "kw-b kw-mid")
        return drawn

    def action_words(self, action: str) -> str:
        """An action in a word or two, as markup."""
        return text(self.plain_action(action))

    def plain_action(self, action: str) -> str:
        """An action in a word or two."""
        if action in ICONS:
            return self.plain(f"board.action.{action}")
        return self.plain(
            f"board.action.{action}", n=self.parts.car_to if action == "car_to_2" else self.parts.start_race_engine
        )

    def few_start_tiles(self, width: float, height: float) -> str:
        """The start tiles that are left for the others, small."""
        tiles = self.view["start_tiles"]
        columns = 2 if len(tiles) > 2 else 1
        left = width - 4 - 52 * columns
        drawn = tag("path", cls="kw-rule", d=f"M{left - 6:g} 8V{height - 8:g}")
        for place, each in enumerate(tiles):
            actions = tuple(each["actions"])
            x, y = left + 52 * (place % columns), 6 + 50 * (place // columns)
            drawn += spot({}, actions_in_words(actions, self.language), (0, 0, 0, 0),
                          action_tile(self.parts, actions, x, y, 48), thing="start_tile",
                          id=f"kw-start-{each['tile']}")  # fmt: skip
        return drawn

    def to_do(self, width: float, height: float) -> str:
        """The actions that are left, or which part of a card comes first."""
        if self.kind == "pick_part":
            names = list(PARTS)
        else:
            left = self.asked["actions"]
            names = [each.key.rpartition(".")[2] for each in left] if isinstance(left, tuple) else []
        shown = list(dict.fromkeys(names))
        wide = min(118.0, (width - 12) / max(1, len(shown)) - 4)
        drawn = ""
        for place, name in enumerate(shown):
            x, y, tall = 8 + (wide + 4) * place, 24, height - 31
            inner = box(x, y, wide, tall, "kw-slot")
            told = wide >= len(self.plain_action(name)) * 6.6
            side = min(60, tall - 32, wide - 8)
            inner += action_sign(self.parts, name, x + (wide - side) / 2, y + (tall - (20 if told else 0) - side) / 2, side)
            if told:
                inner += words(self.action_words(name), x + wide / 2, y + tall - 6, 13, "kw-b kw-mid")
            if names.count(name) > 1:
                inner += words(f"×{names.count(name)}", x + wide - 5, y + 17, 15, "bold kw-end")
            drawn += spot(
                self.lights.on(name), self.plain(f"action.{name}"), (x, y, wide, tall), inner, thing=name, id=f"kw-do-{name}"
            )
        return drawn

    # --- workers by number

    def crew(self) -> list[tuple[int, Light]]:
        """Every number of workers that may be asked for, when there are more than stand in the canteen."""
        numbers = self.crew_numbers()
        return numbers if len(numbers) > MOST_IN_CANTEEN else []

    def crew_numbers(self) -> list[tuple[int, Light]]:
        """The numbers of workers that the question offers, and what each stands for."""
        asked = self.kind == "car_workers" or (self.kind == "diesel_value" and self.asked_name("what") == "workers")
        if not asked:
            return []
        return [(int(word), self.lights.on(word)) for word in self.lights.words]

    def numbers(self, width: float, height: float) -> str:
        """A worker a number."""
        crew = self.crew()
        columns = min(len(crew), int((width - 12) / 44))
        pitch = (width - 12) / columns
        drawn = ""
        for place, (count, light) in enumerate(crew):
            x, y = 6 + pitch * (place % columns), 22 + 42 * (place // columns)
            inner = self.numbered(self.view["seat"], count, x + pitch / 2 - 19.5, y + 1, 38)
            drawn += spot(
                light,
                self.plain("option.car_workers", n=count),
                (x + 1, y, pitch - 3, 40),
                inner,
                thing="worker",
                id=f"kw-crew-{count}",
            )
        return drawn


def in_lines(sentence: str, width: float) -> list[str]:
    """A sentence in one line, or in two where one has no room for it."""
    if len(sentence) * 6.6 <= width:
        return [sentence]
    gaps = [place for place, letter in enumerate(sentence) if letter == " "]
    if not gaps:
        return [sentence]
    gap = min(gaps, key=lambda place: abs(2 * place - len(sentence)))
    return [sentence[:gap], sentence[gap + 1 :]]


def panel_title(words_: str, width: float, height: float) -> str:
    """A sheet with its heading."""
    return card(2, 2, width - 6, height - 8) + words(words_, 16, 32, 19, "sign")


def count_plate(count: int) -> str:
    """How many cards of a sort there are, at the upper right of a small card."""
    return box(SMALL[0] - 24, -6, 28, 19, "kw-count", 5) + words(f"×{count}", SMALL[0] - 10, 8.5, 14, "bold kw-mid")
