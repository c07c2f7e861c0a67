"""The boards of Kraftwagen's players: one's own along the lower edge, rivals' in little room, and whole ones that open."""

from __future__ import annotations

from typing import Final

from officina.core.drawing import tag
from officina.games.kraftwagen.board_cards import portrait
from officina.games.kraftwagen.board_pen import box, fitted, icon, last_name, panel, plate
from officina.games.kraftwagen.board_players import MOST_IN_CANTEEN, Player, WorkshopPen
from officina.games.kraftwagen.board_research import AWARD_SIGNS
from officina.looks import part, words

HEIGHT: Final = 166
WHOLE: Final = (390, 580)
BROAD: Final = 280
"""From this width on a rival's board names its engineers."""
MOST_WORKERS_SHOWN: Final = 14
SUM_SIGNS: Final = {"sales": "market", "prizes": "gp", "bonuses": "buyer"}
"""Signs for where money comes from: cars sold, the race, white money of buyers."""
TALLER: Final = 110
"""With so much more height a rival's board shows its cards and awards too."""


class BoardsDrawing(WorkshopPen):
    """Whole boards and their short forms."""

    def title(self, player: Player) -> str:
        """What a board is called: one's own by its name, another by its player."""
        return self.plain("board.workshop") if self.is_own(player["seat"]) else self.name(player["seat"])

    def long(self, player: Player, width: float) -> str:
        """A board along the edge of the table, 166 high."""
        seat = player["seat"]
        right = 356
        room = width - right - 10
        drawn = panel(0, 0, width, HEIGHT, self.paint_of(seat))
        drawn += self.sign_of(seat, 20, 9) + fitted(self.title(player), 52, 28, 112)
        drawn += self.builds(player, 226, 27, "kw-soft kw-end") + self.levels(player, 232, 7, 52, 32)
        drawn += self.bays(player, 20, 48, 66, 72) + self.race_car(player, 240, 48, 102, 66)
        drawn += self.words("board.canteen", 20, 138) + self.words("board.in_supply", 20, 155, "kw-soft", n=player["supply"])
        drawn += self.men(player, 112, 122, 39, 36, MOST_IN_CANTEEN, MOST_IN_CANTEEN)
        if not self.view["over"]:
            drawn += self.words("board.developed", right, 26, n=len(player["developments"]))
        drawn += self.score(player, width - 12)
        drawn += self.developments(player, right, 38, room) if self.has_cards(player) else box(right, 38, room, 58, "kw-bay")
        if player["engineers"]:
            return drawn + self.engineers(player, right, 101, room, 59)
        return drawn + box(right, 101, room, 58, "kw-bay") + self.words("board.no_engineer", right + 12, 135, "kw-soft")

    def builds(self, player: Player, x: float, y: float, cls: str) -> str:
        """Before the levels: what one takes, or what another player would."""
        return self.words("board.you_build" if self.is_own(player["seat"]) else "board.builds", x, y, cls)

    def has_cards(self, player: Player) -> bool:
        """Whether any card or tile lies there."""
        return bool(player["start_tile"] or player["developments"] or player["inactive"])

    def score(self, player: Player, right: float) -> str:
        """Money and awards at the right end of a line, 34 high; at the end the total and the rank."""
        points = sum(award["points"] for award in self.view["awards"] if award["seat"] == player["seat"])
        rosette = part("points", right - 58, 2, 32, 32) + words(str(points), right - 22, 25, 17, "sign")
        label = f"{self.plain('board.awards')} {points}"
        drawn = tag("g", rosette, role="img", aria_label=label, data_thing="award") + self.purse(player, right - 98, 1, 34)
        if self.view["over"]:
            seat = player["seat"]
            total = self.say("terminal.total", total=self.view["scores"][seat], rank=self.view["ranks"][seat])
            drawn += words(total, right - 104, 26, 15, "bold kw-end")
        return drawn

    # --- rivals

    def rival(self, player: Player, width: float, height: float = HEIGHT) -> str:
        """A rival's board in little room; a click opens the whole."""
        drawn = panel(0, 0, width, height, self.paint_of(player["seat"]))
        drawn += self.rival_broad(player, width) if width >= BROAD else self.rival_narrow(player, width)
        if height >= HEIGHT + TALLER:
            drawn += tag("path", cls="kw-rule", d=f"M16 170H{width - 10:g}")
            if self.has_cards(player):
                drawn += self.developments(player, 18, 180, width - 32)
            drawn += "".join(icon(AWARD_SIGNS[code], 18 + 34 * place, 246, 26) for place, code in enumerate(player["awards"]))
        return drawn

    def rival_broad(self, player: Player, width: float) -> str:
        """Levels, parts, race engine, workers, number of developments, engineers with markers left."""
        seat = player["seat"]
        drawn = self.sign_of(seat, 16, 8) + fitted(self.name(seat), 47, 27, 78)
        drawn += self.levels(player, 128, 6, 46, 28)
        drawn += self.purse(player, width - 52, 2, 38)
        drawn += self.bays(player, 16, 42, 43, 46)
        drawn += self.race_car(player, 160, 41, width - 172, 46)
        drawn += self.canteen_sign(player, self.worker(seat, 15, 89, 36), words(str(player["canteen"]), 54, 114, 17, "sign"))
        if self.view["over"]:
            drawn += words(self.say("board.total", n=self.view["scores"][seat]), 82, 113, 15, "bold")
        else:
            drawn += self.words("board.in_supply", 78, 113, "kw-soft", n=player["supply"])
        drawn += box(178, 93, 22, 29, "kw-card", 4) + icon("research", 180.5, 98.5, 17)
        drawn += words(str(len(player["developments"])), 206, 114, 17, "sign")
        drawn += self.words("board.developed_short", 230, 113, "kw-soft", n=len(player["developments"]))
        if player["inactive"]:
            drawn += box(191, 112, 13, 15, "kw-warn", 4) + words("!", 197.5, 124, 13, "sign kw-cream kw-mid")
        drawn += tag("path", cls="kw-rule", d=f"M16 128H{width - 10:g}")
        return drawn + self.portraits(player, 16, 130, width - 26)

    def canteen_sign(self, player: Player, *drawn: str) -> str:
        """A rival's workers as one figure."""
        label = self.plain("board.canteen_of", n=player["canteen"], supply=player["supply"])
        return tag("g", *drawn, role="img", aria_label=label, data_thing="worker")

    def portraits(self, player: Player, x: float, y: float, room: float) -> str:
        """The engineers by portrait and name, each with the number of its markers left."""
        engineers = player["engineers"]
        if not engineers:
            return self.words("board.no_engineer", x + 4, y + 22, "kw-soft")
        pitch = min(112.0, room / len(engineers))
        drawn = ""
        for place, code in enumerate(engineers):
            short = code.removeprefix("eng_")
            left = sum(marker.partition("_")[0] == short for marker in player["markers"])
            at = x + pitch * place
            name = last_name(code, self.language)
            drawn += tag("g", portrait(at, y, 33), role="img", aria_label=name, data_thing=code)
            if pitch >= 84:
                drawn += fitted(name, at + 36, y + 22, pitch - 36 - (20 if left else 2), 13, "text")
            if left:
                drawn += box(at + (pitch - 20 if pitch >= 84 else 20), y + 8, 18, 20, "bplate", 4)
                drawn += words(str(left), at + (pitch - 11 if pitch >= 84 else 29), y + 23, 14, "kw-brassy kw-mid")
        return drawn

    def rival_narrow(self, player: Player, width: float) -> str:
        """Figures and parts only; engineers as portraits with the markers left."""
        seat = player["seat"]
        drawn = self.sign_of(seat, 16, 7, 22) + fitted(self.name(seat), 44, 25, width - 84, 17)
        drawn += self.purse(player, width - 38, 2, 32)
        third = (width - 30) / 3
        for place, (sign, value) in enumerate(
            (("body", player["body_level"]), ("engine", player["engine_level"]), ("gp", player["race_engine"]))
        ):
            drawn += plate(16 + third * place, 35, third - 4, 26, sign, value)
        drawn += self.bays(player, 16, 65, 40, 43)
        drawn += box(150, 66, 22, 29, "kw-card", 4) + icon("research", 152.5, 71.5, 17)
        drawn += words(str(len(player["developments"])), 161, 109, 15, "sign kw-mid")
        drawn += self.canteen_sign(player, self.worker(seat, 13, 105, 30), words(str(player["canteen"]), 44, 126, 17, "sign"))
        drawn += self.words("board.in_supply", 66, 126, "kw-soft", n=player["supply"])
        drawn += tag("path", cls="kw-rule", d=f"M16 134H{width - 8:g}")
        if self.view["over"]:
            return drawn + words(self.say("board.total", n=self.view["scores"][seat]), 18, 155, 15, "bold")
        return drawn + self.portraits_small(player, 14, 135, width - 24)

    def portraits_small(self, player: Player, x: float, y: float, room: float) -> str:
        """The engineers' heads, then all markers left."""
        engineers = player["engineers"]
        if not engineers:
            return self.words("board.no_engineer", x + 4, y + 20, "kw-soft")
        pitch = min(30.0, (room - 34) / len(engineers))
        heads = [(portrait(x + pitch * place, y, 29), code) for place, code in enumerate(engineers)]
        drawn = "".join(
            tag("g", head, role="img", aria_label=last_name(code, self.language), data_thing=code) for head, code in heads
        )
        if player["markers"]:
            drawn += box(x + room - 30, y + 5, 26, 20, "bplate", 4)
            drawn += words(str(len(player["markers"])), x + room - 17, y + 20, 14, "kw-brassy kw-mid")
        return drawn

    def card(self, player: Player, width: float, height: float) -> str:
        """A rival on a middle screen: name, levels, purse; a click opens the whole."""
        seat = player["seat"]
        drawn = panel(0, 0, width, height, self.paint_of(seat))
        drawn += self.sign_of(seat, 15, 6, 20) + fitted(self.name(seat), 40, 22, width - 46, 15, "text")
        third = (width - 22) / 2
        for place, (sign, value) in enumerate((("body", player["body_level"]), ("engine", player["engine_level"]))):
            drawn += plate(15 + third * place, 30, third - 4, 24, sign, value)
        return drawn

    # --- whole boards

    def whole(self, player: Player) -> str:
        """Everything before a player, 390 by 580."""
        seat = player["seat"]
        drawn = panel(4, 4, 382, 570, self.paint_of(seat))
        drawn += self.sign_of(seat, 22, 14, 28) + fitted(self.title(player), 58, 35, 116)
        drawn += self.builds(player, 246, 33, "kw-soft kw-end") + self.levels(player, 252, 12, 58, 32)
        drawn += self.bays(player, 22, 54, 72, 77) + self.race_car(player, 256, 54, 118, 72)
        drawn += self.words("board.canteen", 22, 148) + self.words(
            "board.in_supply", 374, 148, "kw-soft kw-end", n=player["supply"]
        )
        drawn += self.men(player, 26, 154, 50, 36, 7, MOST_WORKERS_SHOWN)
        drawn += self.words("board.developed", 22, 258, n=len(player["developments"]))
        if self.has_cards(player):
            drawn += self.developments(player, 22, 266, 352)
        drawn += tag("path", cls="kw-rule", d="M22 334H374") + self.words("board.engineers", 22, 352)
        if not player["engineers"]:
            drawn += self.words("board.no_engineer", 22, 382, "kw-soft")
        for place, code in enumerate(player["engineers"]):
            drawn += self.engineer(player, code, (22 + 119 * (place % 3), 360 + 69 * (place // 3), 114, 64))
        if len(player["engineers"]) <= 6:
            drawn += tag("path", cls="kw-rule", d="M22 500H374") + self.won(player) + self.sums(player)
        return drawn

    def won(self, player: Player) -> str:
        """The awards that the player has won."""
        drawn = self.words("board.awards", 22, 526)
        for place, code in enumerate(player["awards"]):
            x = 96 + 28 * place
            drawn += tag("g", icon(AWARD_SIGNS[code], x, 506, 24), id=f"kw-{self.at}won-{code}")
        return drawn

    def sums(self, player: Player) -> str:
        """Where the points come from, as far as it may be seen."""
        if not player["breakdown"]:
            return self.purse(player, 20, 534, 34) + self.words("terminal.purse", 60, 557, "kw-soft")
        drawn = ""
        values = list(player["breakdown"].items())
        pitch = 352 / len(values)
        for place, (name, value) in enumerate(values):
            x = 22 + pitch * place
            sign = part("points", x, 536, 32, 32) if name == "awards" else icon(SUM_SIGNS[name], x + 2, 538, 28)
            figure = sign + words(str(value), x + 36, 560, 19, "sign")
            drawn += tag(
                "g",
                figure,
                role="img",
                aria_label=f"{self.plain(f'breakdown.{name}')}: {value}",
                cls="kw-sum",
                data_thing="sum",
            )
        return drawn

    def mini(self, player: Player) -> str:
        """One's own board under the chain on a phone, 378 by 168."""
        seat = player["seat"]
        drawn = panel(0, 0, 378, 168, self.paint_of(seat))
        drawn += self.bays(player, 18, 8, 56, 62)
        drawn += self.builds(player, 210, 24, "kw-b") + self.levels(player, 206, 32, 46, 30)
        drawn += self.race_car(player, 308, 6, 64, 60)
        drawn += self.words("board.canteen", 18, 90) + self.words("board.in_supply", 18, 107, "kw-soft", n=player["supply"])
        drawn += self.men(player, 106, 75, 37, 34, 7, 7)
        drawn += tag("path", cls="kw-rule", d="M18 118H368")
        drawn += box(20, 126, 25, 34, "kw-card", 4) + icon("research", 23, 133.5, 19)
        drawn += words(str(len(player["developments"])), 52, 150, 17, "sign")
        return drawn + self.portraits(player, 84, 126, 286)
