"""The example that learns: it comes to a checkpoint, a curve and a bot that plays (how well is for a longer run)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from examples import learn
from officina import GAMES
from officina.rl import SelfPlayEnv
from tests.seeds import number_of, seed_of, seeded

SEED = number_of(3)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn, "TABLES", 4)
    monkeypatch.setattr(learn, "WINDOW", 60)
    monkeypatch.setattr(learn, "JUDGED", 2)


@pytest.mark.usefixtures("small")
def test_training_leaves_a_checkpoint_a_curve_and_a_bot(tmp_path: Path) -> None:
    out = tmp_path / "agent.npz"
    learn.main(["train", "crazy_race", "--players", "3", "--minutes", "0", "--out", str(out), "--seed", str(SEED)])
    assert out.with_suffix(".svg").read_text(encoding="utf-8").startswith("<svg")
    network = learn.load(out)
    assert network.players == 3
    bot = learn.LearnedBot(network)
    p = GAMES["crazy_race"].start(3, seed_of("learned"))
    rng = seeded("learned")
    while p.to_act:
        seat = p.to_act[0]
        choice = bot.choose(p, seat, rng)
        assert choice in p.options(seat)
        p.apply(seat, choice)


def test_a_lesson_makes_what_went_well_likelier_and_values_truer() -> None:
    game = GAMES["crazy_race"]
    rng = np.random.default_rng(SEED)
    rows = rng.integers(0, 3, (32, game.layout(3).size), np.uint8)
    network = learn.Network(game, 3, rows, SEED)
    masks = np.zeros((32, len(network.game.actions)), np.uint8)
    masks[:, :4] = 1
    actions = rng.integers(0, 4, 32)
    advantages = np.where(actions == 2, 1, -1).astype(np.float32)
    wanted = np.full(32, 0.5, np.float32)
    _, _, first, early = network.look(rows, masks)
    for _ in range(8):
        _, _, chances, _ = network.look(rows, masks)
        network.learn(rows, masks, wanted, 1e-3, tried=(actions, chances[np.arange(32), actions], advantages))
    _, _, after, later = network.look(rows, masks)
    assert after[:, 2].mean() > first[:, 2].mean() + 0.02
    assert after[:, 4:].max() == 0
    assert abs(later - 0.5).mean() < abs(early - 0.5).mean()


def test_an_apprentice_comes_to_like_what_its_teacher_likes_where_it_sees_a_difference() -> None:
    game = GAMES["crazy_race"]
    rows = np.zeros((64, game.layout(3).size), np.uint8)
    rows[32:, 7] = 1
    network = learn.Network(game, 3, rows, SEED)
    assert set(network.eyes["places"].tolist()) == {7}, "bytes that never change are not looked at"
    masks = np.zeros((64, len(game.actions)), np.uint8)
    masks[:, :4] = 1
    targets = np.zeros(masks.shape, np.float32)
    targets[:32, 1] = 1
    targets[32:, 2:4] = 0.5
    for _ in range(60):
        network.learn(rows, masks, np.zeros(64, np.float32), 1e-2, targets=targets)
    _, _, chances, _ = network.look(rows, masks)
    assert abs(chances - targets).max() < 0.1


@pytest.mark.usefixtures("small")
def test_a_decision_is_judged_by_what_came_of_it_for_its_own_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn, "TABLES", 1)
    monkeypatch.setattr(learn, "WINDOW", 6)
    window = learn.Window(SelfPlayEnv("crazy_race", 3, 1))
    window.seats[:, 0] = [0, 1, 2, 0, 1, 0]
    window.values[:, 0] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
    window.done[4, 0] = True
    window.rewards[4, 0] = [1, 0, -1]
    advantages, known = window.judge()
    assert known[:, 0].tolist() == [True] * 5 + [False]
    last = [1 - 0.4, 0 - 0.5, -1 - 0.3]
    assert advantages[3:5, 0] == pytest.approx(last[:2])
    assert advantages[2, 0] == pytest.approx(last[2])
    assert advantages[0, 0] == pytest.approx(0.4 - 0.1 + learn.LAMBDA * last[0])
    assert advantages[1, 0] == pytest.approx(0.5 - 0.2 + learn.LAMBDA * last[1])
