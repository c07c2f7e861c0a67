"""Sentences for people have no codes in them and call players by their names, in both languages."""

from __future__ import annotations

from officina import Game
from officina.core.folder import FolderGame
from officina.core.reasons import refusals
from officina.core.text import Message, Player
from officina.web.live.company import choice_text
from tests.plain_words import Reader, catalogue_problems, chosen, codes_in, raw_in
from tests.seeds import seed_of, seeded
from tests.settings import random_setting


def test_what_a_game_says_is_plain(game: Game) -> None:
    reader = Reader(game)
    players, options = random_setting(game, seeded(f"plain words {game.name}"))
    reader.play(players, options, seed_of("plain words"), 40)
    assert list(reader.found) == []


def test_what_is_said_around_the_games_is_plain() -> None:
    assert list(catalogue_problems()) == []


def test_missing_options_have_one_reason_of_each_kind_and_no_trivia(game: Game) -> None:
    """What "why can't I?" tells: everything that is missing but trivia, each option once; of some kinds the nearest option."""
    rng = seeded(f"refusals {game.name}")
    p = game.start(game.players[-1], seed_of("refusals"))
    assert isinstance(game, FolderGame)
    for _ in range(25):
        if not p.to_act:
            break
        seat = rng.pick(list(p.to_act))
        found = refusals(p, seat)
        keys = [refusal.reason.key for refusal in found]
        told = sorted(option for refusal in found for option in refusal.options)
        whole = [(option, p.why_not(seat, option)) for option in range(game.vocabulary.kind_size(p.kind(seat)))]
        missing = {option: why.key.split(".")[-1] for option, why in whole if why is not None}
        wanted = [option for option, why in missing.items() if why not in game.words.trivia]
        for kind in game.words.nearest & set(missing.values()):
            alike = [option for option in wanted if missing[option] == kind]
            near = min(alike, key=lambda option: min(abs(option - allowed) for allowed in p.options(seat)))
            wanted = [option for option in wanted if option == near or option not in alike]
        assert len(set(keys)) == len(keys)
        assert told == wanted
        p.apply(seat, rng.pick(p.options(seat)))


def test_codes_are_found() -> None:
    for code in ("AU-30", "A07", "eu_1c", "seat 3", "side 0", "2:17", "tile #4", "costs None", "{who}"):
        assert list(codes_in(f"Anna takes {code}.")), code
    for plain in ("Anna is at the 2º posto.", "None of your locomotives moved.", "Anna pays 3 $ (2 VP).", "It was 12, now 17."):
        assert not list(codes_in(plain)), plain


def test_players_without_names_are_found() -> None:
    colours = {"automania.colour.red"}
    named = Message("automania.event.passed", who=Player("automania.colour.red", 0))
    assert not list(raw_in(named, colours))
    assert list(raw_in(Message("automania.event.passed", who=Message("automania.colour.red")), colours))
    assert list(raw_in(Message("automania.event.passed", who="red"), colours))


def test_a_choice_of_before_is_named_in_words(game: Game) -> None:
    """The choices that a table's page offers to go back to: each in both languages, whatever has happened since."""
    rng = seeded(f"back to {game.name}")
    p = game.start(game.players[0], seed_of("back to"))
    p.listen()
    made = []
    reader = Reader(game)
    for _ in range(60):
        if p.over:
            break
        seat = rng.pick(list(p.to_act))
        made.append((seat, chosen(p, seat, rng.pick(p.options(seat)))))
    told = [choice_text(p, seat, choice) for seat, choice in made]
    for message in told:
        reader.read(message, p.seats, reader.colours(p))
    assert list(reader.found) == []
    assert sum(message.key == "web.pact.choice" for message in told) < len(told) / 2  # secret ones are not offered
