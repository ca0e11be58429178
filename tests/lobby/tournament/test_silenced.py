"""Tournament matches that continued without a seat: the votes are reported, and ratings leave out the seat."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from typing import Any

import pytest

from client.session.tournament_session import TournamentView
from core.engine.codec import dec
from lobby.cli import tournament
from lobby.tournament.app import export, text
from lobby.tournament.model.judge import judge_record
from lobby.tournament.model.state import VerifiedMatch
from lobby.tournament.protocol import file
from lobby.tournament.protocol.file import pack, saved_tournament_of, unpack, verify
from net.match.exclusions import UNKNOWN_EXCLUSION_NOTE, Exclusion
from net.records import record
from net.records.verification import record_genesis
from net.transport.simulated import GOOD
from tests.lobby.tournament.test_course import enrolled
from tests.lobby.tournament.test_files import TOYS
from tests.support.lobby.tournament import hall as hall_module
from tests.support.lobby.tournament.hall import Hall, opening, shared_work
from tests.support.net.silencing import record_of, silenced
from tests.support.net.toys import POT

__all__ = ["shared_work"]
LEFT = Exclusion(3, 3, (1, 2))


def said_of(names: list[str]) -> str:
    """Return the sentence about the match that continued without the third of these players."""
    one, two, three = names
    return f"{three} was left out from step 3 on: {one} and {two} voted for that; {three} did not come back."


def test_a_record_is_not_counted_for_a_seat_that_was_left_out_by_votes() -> None:
    kept = record_of(silenced())
    terms = record_genesis(kept).terms
    given = opening()._replace(game=terms.game, rules=terms.rules, options=terms.options)
    said = judge_record(record.pack(kept), given, POT)
    assert isinstance(said, VerifiedMatch) and said.left_out == (LEFT,) and said.uncounted == {3}
    assert said._replace(broke_rules=frozenset({3})).uncounted == frozenset(), "that was its own doing"
    assert said.ranks[2] > 1, "the result stands as it was played"


@pytest.fixture
def cup(monkeypatch: pytest.MonkeyPatch) -> Hall:
    """Return a tournament of six players at two tables, with the third seat of one table left out."""

    def judged(data: bytes) -> VerifiedMatch:
        room, identities, ranks = dec(data)
        absent = (LEFT,) if hall.of(5).identity in identities else ()
        return VerifiedMatch(room, tuple(identities), tuple(ranks), absent)

    monkeypatch.setattr(hall_module, "judge", judged)
    hall = Hall(opening(rounds=1, sizes=(3, 3, 3)), 6, GOOD, lambda hall, room, identities: (1, 2, 3))
    assert enrolled(hall, 6)
    hall.of(0).start()
    assert hall.run(hall.over) and hall.agree()
    return hall


def table_of(hall: Hall) -> tuple[int, tuple[bytes, ...]]:
    """Return the number and the seats of the table at which a player was left out."""
    course = hall.of(0).course
    seats = [course.identities_at(course.rounds[0], table) for table in range(2)]
    return next((table, row) for table, row in enumerate(seats) if hall.of(5).identity in row)


def test_tournament_ratings_omit_players_left_out_by_a_majority(cup: Hall) -> None:
    course = cup.of(0).course
    table, row = table_of(cup)
    view = TournamentView(course.opening, course, cup.of(0).identity)
    rated = {rating.identity for rating in view.ratings}
    assert row[2] not in rated and len(rated) == 5 and set(row[:2]) <= rated
    assert course.rounds[0].results[table] is not None, "for the standings the table counts as it was played"
    played = course.rounds[0]
    match = played.matches[table]
    assert match is not None
    guilty = match._replace(broke_rules=frozenset({3}))
    matches = tuple(guilty if i == table else one for i, one in enumerate(played.matches))
    counted = TournamentView(course.opening, _with(course, played._replace(matches=matches)), b"").ratings
    assert row[2] in {rating.identity for rating in counted}, "who broke a rule counts as it stands"
    assert _with(course, played._replace(matches=())).digest == course.digest, "the digest is that of before"


def _with(course: Any, played: Any) -> Any:
    return replace(course, rounds=(played,))


def test_the_table_and_the_votes_are_named_in_every_export(cup: Hall) -> None:
    course = verify(
        unpack(pack(saved_tournament_of(cup.of(0)))), TOYS, lambda data, terms, game: hall_module.judge(data)
    ).course
    table, row = table_of(cup)
    names = [player.name for identity in row if (player := course.player_of(identity)) is not None]
    seated = f"{names[0]} in seat 1, {names[1]} in seat 2 and {names[2]} in seat 3"
    words = export.left_out_sentences(course)
    assert words == [f"Round 1, table {table + 1}, {seated}: {said_of(names)}", words[1]]
    assert words[1].startswith(UNKNOWN_EXCLUSION_NOTE) and "Ratings do not count" in words[1]
    rows = list(csv.DictReader(io.StringIO(export.tables_csv(course))))
    assert {line["Player"]: line["Left out"] for line in rows if line["Left out"]} == {names[2]: said_of(names)}
    assert said_of(names) in export.make_page(course) and "<h2>Left out</h2>" in export.make_page(course)
    match = course.rounds[0].matches[table]
    assert match is not None
    matches = [match._replace(broke_rules=frozenset({3})) if one is match else one for one in course.rounds[0].matches]
    told = export.left_out_sentences(_with(course, course.rounds[0]._replace(matches=tuple(matches))))
    assert told[0].endswith("It had broken a rule.")
    assert "Left out</h2>" not in export.make_page(_with(course, course.rounds[0]._replace(matches=(None, None))))


def test_show_and_verify_name_a_seat_left_out_by_votes(
    cup: Hall, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Any
) -> None:
    path = tmp_path / "cup.tournament"
    file.write(path, saved_tournament_of(cup.of(1)))
    really = verify
    monkeypatch.setattr(
        file, "verify", lambda kept, games, **rest: really(kept, TOYS, lambda data, *_: hall_module.judge(data))
    )
    assert tournament.show(path, False) == 0
    _, row = table_of(cup)
    said = said_of([player.name for identity in row if (player := cup.of(0).course.player_of(identity)) is not None])
    assert said in " ".join(capsys.readouterr().out.split())
    assert said in text.report_on_tournament(path).words
