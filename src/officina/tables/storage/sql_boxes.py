"""Boxes of owners, in an SQL database."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import TypeVar

from sqlalchemy import Connection, delete, func, insert, select, update

from officina.tables.storage.interface import BoxRow
from officina.tables.storage.schema import BOXES

T = TypeVar("T")


class BoxStorage(ABC):
    """The part of the storage for owners' boxes. Every method is one transaction."""

    @abstractmethod
    async def transaction(self, work: Callable[[Connection], T]) -> T:
        """Run the work in one transaction."""

    @abstractmethod
    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run work that only reads, in one transaction."""

    async def box(self, box_id: str) -> BoxRow | None:
        """A box by its id."""
        query = select(BOXES).where(BOXES.c.id == box_id)
        row = await self.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else BoxRow(**row._mapping)

    async def boxes_of(self, owners: Sequence[str], game: str) -> list[BoxRow]:
        """The boxes of a game that one of the owners made, latest first."""
        if not owners:
            return []
        query = select(BOXES).where(BOXES.c.owner.in_(owners), BOXES.c.game == game).order_by(BOXES.c.updated.desc())
        return await self.read(lambda connection: [BoxRow(**row._mapping) for row in connection.execute(query)])

    async def all_boxes(self) -> list[BoxRow]:
        """Every box, latest first."""
        query = select(BOXES).order_by(BOXES.c.updated.desc())
        return await self.read(lambda connection: [BoxRow(**row._mapping) for row in connection.execute(query)])

    async def add_box(self, row: BoxRow, most_of_owner: int, most: int) -> bool:
        """Add a box, unless its owner or the house has so many already: then nothing is written, and False returned."""

        def work(connection: Connection) -> bool:
            count = select(func.count()).select_from(BOXES)
            mine = connection.execute(count.where(BOXES.c.owner == row.owner)).scalar_one()
            if mine >= most_of_owner or connection.execute(count).scalar_one() >= most:
                return False
            connection.execute(insert(BOXES), [asdict(row)])
            return True

        return await self.transaction(work)

    async def replace_box(self, row: BoxRow) -> bool:
        """Write a box whose stored version is one less; False if somebody else was first."""
        mine = (BOXES.c.id == row.id) & (BOXES.c.version == row.version - 1)
        change = update(BOXES).where(mine).values(**asdict(row))
        return await self.transaction(lambda connection: connection.execute(change).rowcount == 1)

    async def delete_box(self, box_id: str) -> None:
        """Throw a box away. Tables that are played with it have their own copy."""
        await self.transaction(lambda connection: connection.execute(delete(BOXES).where(BOXES.c.id == box_id)))
