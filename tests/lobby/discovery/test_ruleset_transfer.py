"""A stranger gets the ruleset of a room from its address, part by part, and trusts nothing else."""

import os
import random

import pytest

from core.engine.changed_game import ChangedGame, pack_ruleset
from core.games.bridgefront.changes import RULESETS
from core.games.bridgefront.game import GAME
from lobby.discovery import ruleset_transfer
from lobby.discovery.responder import Notice, Responder
from lobby.discovery.ruleset_transfer import LENGTH, PART, RulesetQuery, make_answerer
from lobby.players.game_titles import game_title, is_changed_game, short_title
from net.text.names import is_identifier

HERE = ("127.0.0.1", 47801)


def large() -> ChangedGame:
    """Return a game with a ruleset of several parts."""
    entries = [(tuple(path.split(".")), "3") for path in RULESETS.fields if path.endswith(".mana")]
    return ChangedGame(GAME, RULESETS.compose(entries))


class Silence:
    def receive(self, datagram: bytes, address: object, now: float) -> None: ...
    def tick(self, now: float) -> None: ...
    def process(self, now: float) -> None: ...
    def take_datagrams(self) -> list[tuple[object, bytes]]:
        return []


def exchange(query: RulesetQuery, room: Responder, loss: float = 0.0, rounds: int = 60) -> bytes:
    chance = random.Random(1)
    for i in range(rounds):
        now = i / 2
        query.tick(now)
        for _, asked in query.take_datagrams():
            assert len(asked) == LENGTH
            room.receive(asked, ("10.0.0.9", 1), now)
        for _, answer in room.take_datagrams():
            assert len(answer) <= LENGTH
            if chance.random() >= loss:
                query.receive(answer, HERE, now)
    return query.data


@pytest.mark.parametrize("loss", [0.0, 0.6])
def test_a_ruleset_of_several_parts_arrives_whole(loss: float) -> None:
    data = pack_ruleset(large())
    assert len(data) > 3000
    room = Responder(Silence(), lambda: None, ruleset=lambda: data)  # type: ignore[arg-type]
    assert exchange(RulesetQuery(HERE, os.urandom(15)), room, loss) == data


def test_a_room_with_printed_rules_does_not_answer_a_ruleset_query() -> None:
    room = Responder(Silence(), lambda: None)  # type: ignore[arg-type]
    assert exchange(RulesetQuery(HERE, os.urandom(15)), room) == b""


def test_malformed_ruleset_answers_and_those_of_others_do_not_count() -> None:
    query = RulesetQuery(HERE, bytes(15))
    good = make_answerer(lambda: b"x" * 2500)
    answer = good(bytes(15) + b"\x00")
    assert answer is not None and good(bytes(15) + b"\x03") is None
    query.receive(answer, ("127.0.0.1", 9), 0.0)
    for wrong in (b"", answer[:20], answer[:-1], bytes([PART]) + os.urandom(60), answer[:16] + b"\x09" + answer[17:]):
        query.receive(wrong, HERE, 0.0)
    assert not query._parts
    chance = random.Random(2)
    for _ in range(500):
        mutant = bytearray(answer)
        for _ in range(chance.randint(1, 4)):
            mutant[chance.randrange(16, len(mutant))] = chance.randrange(256)
        query.receive(bytes(mutant), HERE, 0.0)
    assert len(query._parts) <= ruleset_transfer.MOST_PARTS


def test_the_name_of_a_changed_game_fits_into_a_notice() -> None:
    name = large().name
    assert is_identifier(name) and is_changed_game(name) and not is_changed_game("bridgefront")
    assert Notice(bytes(32), name, bytes(32), "Ada", 2, 1, False, b"").is_valid
    assert game_title(name) == f"{GAME.title}, house rules"
    assert short_title(name) == f"{short_title(GAME.name)}, house rules"
    assert short_title(GAME.name) == GAME.title.rpartition(": ")[2] and short_title("nowhere") == "nowhere"
