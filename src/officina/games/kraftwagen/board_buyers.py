"""The buyers of Kraftwagen: the bench of active ones, the stacks with their white money, and the pawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from officina.core.drawing import classes, tag
from officina.games.kraftwagen import board_places as at
from officina.games.kraftwagen.board_market import slot_number
from officina.games.kraftwagen.board_pen import box, buyer, dot, icon
from officina.games.kraftwagen.board_ways import WaysDrawing
from officina.looks import number, paint, part, spot, words

QUIET_SHOWN: Final = 12
"""The stall guard is mentioned from this many quiet turns on."""
NARROW: Final = 50
"""A stack up to this width has its white money above it."""


class StackPlan(NamedTuple):
    """Where the stacks lie: the first one, from one to the next, their size; then the pawn track."""

    x: float
    y: float
    pitch: float
    width: float
    height: float
    pawn: tuple[float, float, float, float]


STACKS: Final = {
    "wide": StackPlan(414, 260, 66, 60, 76, (684, 260, 142, 76)),
    "middle": StackPlan(246, 266, 39, 37, 70, (404, 266, 92, 70)),
    "phone": StackPlan(6, 474, 62, 58, 74, (254, 474, 130, 74)),
}


class BuyersDrawing(WaysDrawing):
    """Whoever looks for a car."""

    def bench(self) -> str:
        """The active buyers in their order; the last slot is for Benz's."""
        slots = max(self.view["slots"] + 1, len(self.view["buyers"]))
        return box(*self.plan.bench, "kw-bench", 10) + "".join(self.slot(slot) for slot in range(1, slots + 1))

    def slot(self, slot: int) -> str:
        """A slot with its active buyer and Daimler's marker."""
        view = self.view
        x, y, width, height = self.slot_box(slot)
        drawn = box(x, y, width, height, "kw-slot")
        for_benz = slot > view["slots"]
        middle = x + width / 2
        light = self.on("daimler_buyer", str(slot))
        side = min(60, width - 2, height - 2)
        if slot <= len(view["buyers"]):
            found = view["buyers"][slot - 1]
            wish = found["preference"]
            figure = buyer(wish, middle - side / 2 + 4, y + height - side - 3, side)
            if not any(deal.slot == slot <= self.sold for deal in self.deals):
                drawn += tag("g", figure, **self.buyer_at(slot, 0))
            label = self.plain("board.buyer_on", slot=slot, preference=self.plain(f"preference.{wish}"))
            drawn += slot_number(slot, x + 2, y + 2, 20)
            if found["daimler"]:
                drawn += box(x + 2, y + height - 22, 30, 20, "bplate", 4)
                drawn += words(f"+{found['daimler']}", x + 17, y + height - 7, 14, "kw-brassy kw-mid")
                label += f", Daimler +{found['daimler']}"
            if found["would_buy"] is None:
                label += ", " + self.plain("board.buys_nothing")
        else:
            drawn += icon("i-buyer", middle - 16, y + height / 2 - (24 if for_benz else 14), 32, "kw-print")
            label = self.plain("board.slot_of_benz") if for_benz else self.plain("board.free_slot", slot=slot)
            if for_benz:
                drawn += words("Benz", middle, y + height - 7, 13, "kw-soft kw-mid")
            else:
                drawn += slot_number(slot, x + 2, y + 2, 20)
        return spot(light, label, (x, y, width, height), drawn, thing="buyer_slot", id=f"kw-slot-{slot}")

    def stacks(self, plan: StackPlan) -> str:
        """The four stacks."""
        return "".join(self.stack(stack, plan, place) for place, stack in enumerate(self.view["stacks"]))

    def stack(self, stack: Mapping[str, Any], plan: StackPlan, place: int) -> str:
        """A stack of buyers: how many are left, and the white money beside them."""
        wish = stack["preference"]
        x, y = plan.x + plan.pitch * place, plan.y
        light = self.lights.on(wish) if self.kind in ("pick_buyer", "benz_buyer") else {}
        side = min(46, plan.width - 2)
        middle = x + plan.width / 2
        drawn = box(x, y, plan.width, plan.height, "kw-stack")
        if stack["buyers"] > 1:
            drawn += tag("g", buyer(wish, middle - side / 2 - 4, y + 3, side), cls="kw-faint")
        if stack["buyers"]:
            figure = buyer(wish, middle - side / 2 - 1, y + 6, side)
            drawn += tag("g", figure, id=f"kw-waiting-{wish}", data_flip=f"buyer-{wish}")
        else:
            drawn += icon(wish, middle - 15, y + 15, 30, "kw-print")
        drawn += words(f"×{stack['buyers']}", middle, y + plan.height - 7, 15, "bold kw-mid")
        if stack["money"]:
            across, down = (x + plan.width - 14, y + 12) if plan.width > NARROW else (middle, y - 5)
            drawn += dot(across, down, 13.5, "kw-white") + number(stack["money"], across, down + 5.4, 15)
        label = (
            f"{self.plain(f'preference.{wish}')}: {self.plain('board.in_stack', n=stack['buyers'])}, "
            f"{self.plain('board.white_money')} {stack['money']}"
        )
        return spot(light, label, (x, y, plan.width, plan.height), drawn, thing="buyer_stack", id=f"kw-stack-{wish}")

    def pawn(self, plan: StackPlan, track: at.PawnPlan) -> str:
        """The pawn on its track; at zero the round ends."""
        parts, view = self.parts, self.view
        x, y, width, height = plan.pawn
        start = parts.pawn_start[view["players"]]
        radius = min(12.0, track.step / 2 - 1)
        found = []
        for steps, (left, top) in enumerate(at.pawn_points(track, parts)):
            found.append(
                dot(left, top, radius, classes("kw-step-spot", not steps and "kw-zero", steps > start and "kw-unused"))
            )
            shade = "bold kw-mid kw-cream" if not steps else "bold kw-mid"
            found.append(words(parts.pawn_spaces[steps], left, top + 5, 15 if radius > 9 else 13, shade))
        side = track.step * 1.56
        piece = paint("white", part("pawn", -side / 2, -side * 0.84, side, side))
        letter = words(parts.pawn_spaces[view["pawn"]], 0, 2, 13, "bold kw-mid")
        found.append(tag("g", piece, letter, id="kw-pawn", cls=f"kw-slide kw-p{track.name}-{view['pawn']}"))
        if view["quiet_turns"] >= QUIET_SHOWN:
            key = "board.quiet" if width > NARROW * 2 else "board.quiet_short"
            below = self.say(key, n=view["quiet_turns"], limit=parts.quiet_limit)
        else:
            key = "board.round_ends" if width > NARROW * 2 else "board.ends"
            below = self.say(key, space=parts.pawn_spaces[0])
        label = self.plain("terminal.pawn", space=view["pawn_space"], steps=view["pawn"])
        return tag(
            "g",
            box(0, 0, width, height, "kw-stack"),
            *found,
            words(below, width / 2, height - 7, 13, "kw-b kw-mid"),
            transform=f"translate({x:g} {y:g})",
            role="img",
            aria_label=label,
            data_thing="pawn",
        )
