"""Who would buy what on Kraftwagen's market: the ways from the bench to the stalls, and who stands there."""

from __future__ import annotations

from officina.core.drawing import classes, tag
from officina.games.kraftwagen.board_deals import Deal
from officina.games.kraftwagen.board_market import MarketDrawing, slot_number
from officina.games.kraftwagen.board_pen import box, buyer, coin
from officina.looks import moved, words


class WaysDrawing(MarketDrawing):
    """The market with the ways of its buyers."""

    def market(self) -> str:
        """Stalls, price markers, the ways, and who stands before which car."""
        view = self.view
        drawn = [self.heading(), self.price_row(), self.ways()]
        drawn += [self.stall(place, car) for place, car in enumerate(view["market"])]
        drawn += [self.free_stall(place) for place in range(len(view["market"]), view["capacity"])]
        drawn += [self.customer(deal) for deal in self.deals]
        if self.draft is not None:
            drawn += [self.lost(deal) for deal in self.now if deal.place not in {other.place for other in self.deals}]
        return tag("g", *drawn, cls=self.price_class() or None)

    def ways(self) -> str:
        """The way of each active buyer to the car that he would buy now; blue where a new car changes it."""
        before = {(deal.slot, deal.place) for deal in self.now}
        found = []
        for deal in self.deals:
            path = self.way(deal)
            new = self.draft is not None and (deal.slot, deal.place) not in before
            walked = new or (self.beat["name"] == "sold" and deal.slot == self.sold)
            found.append(
                tag("path", cls="kw-way-b", d=path)
                + tag("path", cls=classes("kw-way", walked and "kw-new"), d=path, id=f"kw-way-{deal.slot}")
            )
        return tag("g", *found, aria_hidden="true")

    def edge(self, place: int) -> tuple[float, float, int]:
        """Where the room before a stall begins, the edge of the bench there, and which way it goes: up is -1."""
        _, y, _, height = self.stall_box(place)
        _, top, _, tall = self.plan.bench
        return (y, top + tall, -1) if y > top else (y + height, top, 1)

    def way(self, deal: Deal) -> str:
        """A path from a slot along a lane of its own to whoever stands before the stall."""
        slot = self.slot_box(deal.slot)
        edge, bench, away = self.edge(deal.place)
        start, end = slot[0] + slot[2] / 2 + 6, self.stand_x(deal.place)
        depth = 36 if self.plan.stands else 31
        first = depth + (9 if self.plan.stands else 6)
        lanes = max(self.view["slots"], 2)
        lane = edge + away * (first + (deal.slot - 1) * (abs(bench - edge) - first - 4) / lanes)
        turn = min(7.0, abs(end - start) / 2)
        way = turn if end >= start else -turn
        return (
            f"M{start:g} {bench + away * 8:g}V{lane + away * turn:g}Q{start:g} {lane:g} {start + way:g} {lane:g}"
            f"H{end - way:g}Q{end:g} {lane:g} {end:g} {lane - away * turn:g}V{edge + away * depth:g}"
        )

    def customer(self, deal: Deal) -> str:
        """Whoever would buy a car now stands before it, pale, with his number and what he would pay."""
        x = self.stand_x(deal.place)
        edge, _, away = self.edge(deal.place)
        wish = self.view["buyers"][deal.slot - 1]["preference"]
        label = self.plain("board.would_pay", slot=deal.slot, money=deal.money)
        if deal.slot <= self.sold:
            return self.sale(deal, label)
        if self.plan.stands:
            tight = self.plan.narrow
            drawn = tag("g", buyer(wish, x - 21, edge + 1.5, 43), cls="kw-pale") + slot_number(deal.slot, x + 14, edge + 5, 18)
            drawn += coin(deal.money, x - (50 if tight else 60), edge + (8 if tight else 4), 32 if tight else 40)
        else:
            top = edge + 2 if away > 0 else edge - 34
            drawn = coin(deal.money, x - 16, top, 32) + slot_number(deal.slot, x + 15, top + 5, 18)
        return tag("g", drawn, role="img", aria_label=label, data_thing="deal", cls="kw-deal", id=f"kw-deal-{deal.slot}")

    def sale(self, deal: Deal, label: str) -> str:
        """Whoever has bought a car stands before it; it is marked, and framed while this is what happens."""
        around = x, y, width, height = self.stall_box(deal.place)
        edge, _, away = self.edge(deal.place)
        stand = self.stand_x(deal.place)
        wish = self.view["buyers"][deal.slot - 1]["preference"]
        drawn = box(x + width / 2 - 38, y + height / 2 - 15, 76, 27, "bplate", 6)
        drawn += words(self.say("board.sold"), x + width / 2, y + height / 2 + 4, 15, "kw-brassy kw-mid")
        side = 43 if self.plan.stands else 34
        top = edge + 1.5 if away > 0 else edge - side
        pay = (stand - (50 if self.plan.narrow else 60), edge + 4) if self.plan.stands else (stand - 16, top + 1)
        left = stand - 21 if self.plan.stands else stand - 16 - side
        drawn += tag("g", buyer(wish, left, top, side), **self.buyer_at(deal.slot, 1))
        drawn += coin(deal.money, *pay, 32)
        if self.beat["name"] == "sold" and deal.slot == self.sold:
            drawn += moved(*around)
        return tag("g", drawn, role="img", aria_label=label, data_thing="deal", cls="kw-deal", id=f"kw-deal-{deal.slot}")

    def buyer_at(self, slot: int, at: int) -> dict[str, str | int | None]:
        """What makes the figure of a buyer go to the car that he buys: along his way, if he has one."""
        wish = self.view["buyers"][slot - 1]["preference"]
        way = f"kw-way-{slot}" if any(deal.slot == slot for deal in self.deals) else None
        return {"id": f"kw-buyer-{slot}", "data_flip": f"buyer-{wish}", "data_way": way, "data_at": at if way else None}

    def lost(self, deal: Deal) -> str:
        """A car that would find no buyer any more."""
        x, _, width, _ = self.stall_box(deal.place)
        edge, _, away = self.edge(deal.place)
        top = edge + 6 if away > 0 else edge - 30
        wide = min(width, 82)
        return box(x + (width - wide) / 2, top, wide, 24, "kw-no", 12) + words(
            self.say("board.no_buyer"), x + width / 2, top + 16.5, 13, "kw-b kw-mid"
        )
