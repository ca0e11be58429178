"""Tournaments of changed games: the opening holds the ruleset, records are judged by it, and ratings stay apart."""

from __future__ import annotations

import pytest

from core.bots.heuristic import HeuristicBot
from core.engine.changed_game import ChangedGame
from core.engine.codec import dec, enc
from core.engine.game import any_game
from core.engine.ruleset import MAX_NAME_LENGTH
from core.games.bridgefront.changes import RULESETS
from core.games.bridgefront.game import GAME
from core.games.registry import GAMES
from lobby.players.rated_records import NotCounted
from lobby.players.ratings import rated_match
from lobby.tournament.model.judge import judge_record
from lobby.tournament.model.opening import LENGTH, BadOpening, Opening, make_opening, read_opening
from lobby.tournament.model.state import VerifiedMatch
from net.match.genesis import rules_hash
from net.records import record
from net.records.record import MatchRecord
from net.session.runner import play_local

OPENER = b"o" * 32


def changed(rounds: int = 4, **more: str) -> ChangedGame:
    entries = [(("numbers", "rounds"), str(rounds)), *((("numbers", name), text) for name, text in more.items())]
    return ChangedGame(any_game(GAME), RULESETS.compose(entries))


def changed_by(entries: list[tuple[tuple[str, ...], str]]) -> ChangedGame:
    return ChangedGame(any_game(GAME), RULESETS.compose(entries))


def opening(game: object = None) -> Opening:
    return make_opening(OPENER, "Cup", "swiss", any_game(game or GAME), {}, bytes(32), sizes=(2, 2, 2))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def played() -> MatchRecord:
    players = [HeuristicBot("cup", seat) for seat in (1, 2)]
    return play_local(any_game(changed()), 2, {}, None, players).record


def test_everybody_reads_the_ruleset_from_the_opening() -> None:
    here = opening(changed(start_gold="9"))
    there = read_opening(here.packed, GAMES)
    assert there == here and there.id != opening().id
    game = there.game_of(GAMES)
    assert isinstance(game, ChangedGame) and there.rules == rules_hash(any_game(game))
    assert "Each player starts with 9 gold, not 4." in there.changes(GAMES)
    assert not opening().changes(GAMES)


def test_an_opening_by_the_printed_rules_has_the_bytes_of_before() -> None:
    said = dec(opening().packed)
    assert isinstance(said, list) and said[0] == 3 and len(said) == 11


@pytest.mark.parametrize(
    ("place", "value", "why"),
    [
        (11, "numbers.rounds=99", "its ruleset is not valid: numbers.rounds"),
        (11, "numbers.rounds=5", "not the opening"),
        (11, "", "not the opening"),
        (11, 5, "not the opening"),
        (6, "bridgefront", "not the opening"),
        (6, "nowhere+rules-0123456789ab", "not installed here"),
        (0, 3, "not the opening"),
        (0, 5, r"a newer Tether \(format 5\)"),
    ],
)
def test_a_hostile_ruleset_is_refused_in_words(place: int, value: object, why: str) -> None:
    said = dec(opening(changed()).packed)
    assert isinstance(said, list)
    said[place] = value
    with pytest.raises(BadOpening, match=why):
        read_opening(enc(said), GAMES)


def test_a_ruleset_that_does_not_fit_into_a_datagram_is_refused() -> None:
    entries = [(("cards", card.name, "mana"), "5") for card in RULESETS.printed.cards[:60] if card.mana != 5]
    with pytest.raises(BadOpening, match="too long for a tournament by"):
        opening(ChangedGame(any_game(GAME), RULESETS.compose(entries)))
    assert len(opening(changed(start_gold="9", hand_size="7", hand_limit="11")).packed) < LENGTH


@pytest.mark.parametrize("spare", [-1, 0, 1, 2, 3])
def test_a_ruleset_is_refused_exactly_if_its_opening_is_too_long(spare: int) -> None:
    """`spare` is the number of characters above the longest ruleset that fits."""
    entries: list[tuple[tuple[str, ...], str]] = [(("name",), "A")]
    cards = iter([card for card in RULESETS.printed.cards if card.mana != 5])
    while (room := LENGTH - len(opening(changed_by(entries)).packed)) > MAX_NAME_LENGTH - 4:
        entries.append((("cards", next(cards).name, "mana"), "5"))
    game = changed_by([(("name",), "A" * (1 + room + spare)), *entries[1:]])
    if spare > 0:
        with pytest.raises(BadOpening, match=rf"too long for a tournament by {spare} characters?\b"):
            opening(game)
    else:
        assert len(opening(game).packed) == LENGTH + spare


def test_a_match_is_judged_by_the_ruleset_of_its_tournament(played: MatchRecord) -> None:
    data, cup = record.pack(played), opening(changed())
    result = judge_record(data, cup, cup.game_of(GAMES))
    assert isinstance(result, VerifiedMatch) and sorted(result.ranks) == [1, 2]
    other = opening(changed(5))
    assert "not" in str(judge_record(data, other, other.game_of(GAMES)))
    assert not isinstance(judge_record(data, opening(), any_game(GAME)), VerifiedMatch)


def test_ratings_count_a_changed_game_only_by_its_name(played: MatchRecord) -> None:
    with pytest.raises(NotCounted, match=r"by house rules .*--rules FILE"):
        rated_match(played)
    with pytest.raises(NotCounted, match="by house rules"):
        rated_match(played, changed(5).name)
    assert sorted(rated_match(played, changed().name).ranks) == [1, 2]
