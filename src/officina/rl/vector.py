"""A Gymnasium vector environment on the batch: many games at once, all seats played by whoever gives the actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from officina.core.batch import Batch
from officina.core.game import Game
from officina.rl.table import Bytes, Table

Rows = NDArray[np.uint8]


class SelfPlayEnv(VectorEnv[Rows, NDArray[np.int64], NDArray[Any]]):
    """``num_envs`` games; each row is what the seat that has to decide there may know, ``infos["seat"]`` says which it is.

    The reward of a step is what the seat that acted gets: 0 until the end of a game. Then ``infos["rewards"]`` has that of
    every seat, and the row is already the first of the next game. Observations and masks are arrays over the batch's own
    buffers, written anew by the next step; with ``copy`` they are copies.
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        num_envs: int = 64,
        *,
        options: Mapping[str, Any] | None = None,
        rewards: str = "win",
        seed: int = 0,
        copy: bool = True,
    ) -> None:
        self.table = Table(game, players, options=options, rewards=rewards)
        if rewards == "margin":
            raise ValueError("a batch knows places, not margins: rewards is win or place")
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.single_observation_space = self.table.observation_space()
        self.single_action_space = spaces.Discrete(self.table.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.copy = copy
        self.batch = Batch(self.table.game, num_envs, self.table.players, seed, self.table.options)
        self.rows: Rows = np.frombuffer(self.batch.observations, np.uint8).reshape(num_envs, -1)
        self.masks: NDArray[np.int8] = np.frombuffer(self.batch.masks, np.int8).reshape(num_envs, -1)
        self.seats: Bytes = np.frombuffer(self.batch.seats, np.uint8)
        self.done: Bytes = np.frombuffer(self.batch.done, np.uint8)
        self.places: Rows = np.frombuffer(self.batch.places, np.uint8).reshape(num_envs, -1)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Rows, dict[str, Any]]:
        """Deal all games anew; the same seed deals the same ones."""
        if seed is not None:
            self.batch.reset(str(seed))
        else:
            self.batch.reset(f"{self.batch.seed}+")
        return self.rows.copy() if self.copy else self.rows, self.infos()

    def infos(self) -> dict[str, Any]:
        """What stands beside the observations."""
        return {"action_mask": self.masks.copy() if self.copy else self.masks, "seat": self.seats.copy()}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Rows, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """One decision in every game."""
        acted = self.seats.copy()
        self.batch.step(np.asarray(actions).tolist())
        infos = self.infos()
        rewards = np.zeros(self.num_envs)
        done = self.done.astype(np.bool_)
        if done.any():
            everybody = np.zeros((self.num_envs, self.table.players))
            everybody[done] = of_places(self.places[done], self.table.reward_name)
            rewards[done] = everybody[done, acted[done]]
            infos["rewards"] = everybody
        return self.rows.copy() if self.copy else self.rows, rewards, done, np.zeros(self.num_envs, np.bool_), infos

    def sample(self, rng: np.random.Generator) -> NDArray[np.int64]:
        """A random allowed action for every game."""
        keys = rng.random(self.masks.shape, np.float32)
        chosen: NDArray[np.int64] = np.argmax(keys * self.masks, axis=1)
        return chosen


def of_places(places: Rows, name: str) -> NDArray[np.float64]:
    """The rewards of games from their places, a row a game: as :data:`officina.rl.table.REWARDS` gives them."""
    rewards: NDArray[np.float64]
    if name == "win":
        first = places == 1
        rewards = first / first.sum(axis=1, keepdims=True)
        return rewards
    equal = (places[:, :, None] == places[:, None, :]).sum(axis=2)
    rewards = 1.0 - (places - 1.0 + (equal - 1) / 2) / ((places.shape[1] - 1) / 2)
    return rewards
