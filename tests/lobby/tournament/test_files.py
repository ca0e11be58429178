"""Tournaments as files, tables and ratings, and matches with real records."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from core.bots.random_bot import RandomBot
from core.games.registry import GAMES
from lobby.cli import room
from lobby.players import ratings
from lobby.tournament.app import export
from lobby.tournament.app.text import tournament_data
from lobby.tournament.model.contents import Close
from lobby.tournament.model.entries import Back, Kind, Move, Propose
from lobby.tournament.model.judge import judge_record
from lobby.tournament.model.opening import FIRST_VERSION, BadOpening, make_opening, read_opening
from lobby.tournament.model.state import TournamentState, VerifiedMatch
from lobby.tournament.protocol import file
from lobby.tournament.protocol.file import (
    BadFile,
    BadTournament,
    SavedTournament,
    pack,
    saved_tournament_of,
    unpack,
    verify,
)
from net.records import record
from net.replication.entries import read
from net.session.runner import play_local
from net.transport.simulated import GOOD
from tests.lobby.tournament.test_course import sign
from tests.support.lobby.tournament.hall import PACE, Hall, opening, seed, shared_work
from tests.support.lobby.tournament.hall import judge as stand_in_judge
from tests.support.net.toys import TRICKS, First

__all__ = ["shared_work"]
TOYS = {"tricks": TRICKS}


def played(kind: str = "swiss", players: int = 5, rounds: int = 2, sizes: tuple[int, int, int] = (2, 2, 2)) -> Hall:
    """Return a finished tournament."""
    hall = Hall(opening(kind=kind, rounds=rounds, sizes=sizes), players, GOOD)
    hall.run(lambda: all(len(member.entry_store.enrolled) == players for member in hall.members), 20)
    hall.of(0).start()
    assert hall.run(hall.over)
    return hall


@pytest.fixture(scope="module")
def cup() -> Hall:
    """Return a shared read-only tournament."""
    return played()


def check(kept: SavedTournament) -> file.CheckedTournament:
    """Verify the tournament with substitutes for records."""
    return verify(kept, TOYS, lambda data, terms, game: stand_in_judge(data))


def test_every_members_file_has_the_same_content(cup: Hall) -> None:
    for member in cup.members:
        checked = check(unpack(pack(saved_tournament_of(member))))
        assert checked.complete and checked.course.digest == cup.members[0].course.digest
        assert len(checked.records) == 4 and not checked.refused


def test_a_version_1_file_is_verified_by_the_rules_of_version_1() -> None:
    hall = Hall(opening(rounds=2)._replace(version=FIRST_VERSION), 5, GOOD)
    hall.run(lambda: all(len(member.entry_store.enrolled) == 5 for member in hall.members), 20)
    hall.of(0).start()
    assert hall.run(lambda: bool(hall.of(1).entry_store.ballots[1].proposals))
    ((proposed,),) = [list(named.values()) for named in hall.of(1).entry_store.ballots[1].proposals.values()]
    assert isinstance(proposed.body, Propose)
    for i in range(1, 5):
        sign(hall, i, Back(1, 0, proposed.body.hash))
    assert hall.run(hall.over)
    kept = saved_tournament_of(hall.members[0])
    assert check(unpack(pack(kept))).complete
    without = [
        (identity, entries[:1] if identity == hall.opening.opener else entries) for identity, entries in kept.feeds
    ]
    begun = check(kept._replace(feeds=tuple(without), decisions=kept.decisions[:1]))
    assert begun.course.decided == 1, "any majority began it"


def test_a_file_whose_first_round_neither_opener_nor_guests_began_is_refused(cup: Hall) -> None:
    kept = saved_tournament_of(cup.members[0])
    opener = cup.opening.opener
    welcomes = sum(read(stored).kind == Kind.WELCOME for stored in dict(kept.feeds)[opener])
    for left in (1, 1 + welcomes):
        short = tuple((who, entries[:left] if who == opener else entries) for who, entries in kept.feeds)
        with pytest.raises(BadTournament, match="no majority"):
            check(kept._replace(feeds=short, decisions=kept.decisions[:1]))


def test_a_first_round_without_the_opener_needs_all_three_other_founders() -> None:
    hall = Hall(opening(rounds=1), 4, GOOD, pace=PACE._replace(pulse=0.5, gone=2.0))
    assert hall.run(lambda: all(len(member.entry_store.enrolled) == 4 for member in hall.members), 20)
    hall.vanish(hall.of(0).identity)
    hall.of(2).start()
    assert hall.run(hall.over)
    kept = saved_tournament_of(hall.of(1))
    assert check(kept).complete
    silent = tuple((who, entries[:1] if who == hall.of(3).identity else entries) for who, entries in kept.feeds)
    with pytest.raises(BadTournament, match="no majority of the 4"):
        check(kept._replace(feeds=silent, decisions=kept.decisions[:1]))


def test_a_file_with_a_decision_that_no_promises_justify_is_refused() -> None:
    """If a majority breaks the rule together, any reader of the file finds out."""
    hall = Hall(opening(rounds=1), 2, GOOD)
    assert hall.run(lambda: all(len(member.entry_store.enrolled) == 2 for member in hall.members), 20)
    first = hall.of(0)
    data = first.course.pack_content(Close(0, tuple(first.view.newcomers()), (), (), ()), first.entry_store)
    hash = first.gossip.keep(data)
    sign(hall, 0, Move(1, 2))
    sign(hall, 1, Move(1, 2))
    sign(hall, 0, Propose(1, 2, hash, len(data), b"\x02"))
    sign(hall, 0, Back(1, 2, hash))
    sign(hall, 1, Back(1, 2, hash))
    kept = saved_tournament_of(first)
    with pytest.raises(BadTournament, match="no majority"):
        check(kept._replace(blobs=(data,), decisions=(hash,)))


def test_an_altered_tournament_file_is_refused(cup: Hall) -> None:
    kept = saved_tournament_of(cup.members[0])
    data = bytearray(pack(kept))
    data[len(data) // 2] ^= 1
    with pytest.raises(BadFile, match="altered"):
        unpack(bytes(data))
    with pytest.raises(BadFile, match="cut short"):
        unpack(pack(kept)[:-40])
    with pytest.raises(BadFile, match="no file of a tournament"):
        unpack(b"TETHER match 1\n")
    (first, _), *others = kept.feeds
    other_seed = kept.feeds[1][1]
    forged = kept._replace(feeds=((first, other_seed), *others))
    with pytest.raises(BadTournament, match="altered"):
        check(forged)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"decisions": lambda kept: kept.decisions[1:]}, "decision 1"),
        ({"decisions": lambda kept: (*kept.decisions, bytes(32))}, "not in the file"),
        ({"blobs": lambda kept: kept.blobs[:1]}, "not in the file"),
        ({"feeds": lambda kept: ()}, "no majority"),
        ({"opening": lambda kept: b"\x90"}, "not the opening"),
    ],
)
def test_missing_parts_of_a_tournament_file_are_reported(cup: Hall, change: dict[str, Any], words: str) -> None:
    kept = saved_tournament_of(cup.members[0])
    with pytest.raises(BadTournament, match=words):
        check(kept._replace(**{name: make(kept) for name, make in change.items()}))


def test_a_false_record_in_a_tournament_file_is_found(cup: Hall) -> None:
    def lying(data: bytes, terms: Any, game: Any) -> VerifiedMatch | str:
        said = stand_in_judge(data)
        assert isinstance(said, VerifiedMatch)
        return said._replace(ranks=said.ranks[::-1])

    with pytest.raises(BadTournament, match="ranks"):
        verify(saved_tournament_of(cup.members[0]), TOYS, lying)
    with pytest.raises(BadTournament, match="is not valid"):
        verify(saved_tournament_of(cup.members[0]), TOYS, lambda *_: "the record is not valid: so it is")


def test_verifying_an_unfinished_tournament_file_reports_that_it_is_unfinished(cup: Hall) -> None:
    kept = saved_tournament_of(cup.members[0])
    checked = check(kept._replace(decisions=kept.decisions[:3]))
    assert not checked.complete and len(checked.course.rounds) == 1


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_standings_and_tables_are_exported_as_csv(cup: Hall) -> None:
    course = cup.members[0].course
    standings = rows(export.standings_csv(course))
    assert [row["Rank"] for row in standings] == sorted(row["Rank"] for row in standings)
    assert {row["Player"] for row in standings} == {f"P{i}" for i in range(5)}
    assert sum(float(row["Score"]) for row in standings) == 6, "two tables and a bye in each of two rounds"
    tables = rows(export.tables_csv(course))
    assert len(tables) == 10 and sum(row["Table"] == "bye" for row in tables) == 2
    assert all(len(row["Record"]) == 64 for row in tables if row["Table"] != "bye")


def test_exported_json_has_numbers_as_numbers(cup: Hall) -> None:
    said = json.loads(json.dumps(tournament_data(cup.members[0].course)))
    assert [row["rank"] for row in said["standings"]] == sorted(row["rank"] for row in said["standings"])
    assert sum(row["score"] for row in said["standings"]) == 6 and not any(row["gone"] for row in said["standings"])
    assert sum(row["bye"] for row in said["tables"]) == 2 and {row["round"] for row in said["tables"]} == {1, 2}
    assert sum(row["points"] for row in said["tables"]) == 6 and all(row["seat"] > 0 for row in said["tables"])
    assert all(len(row["record"]) == 64 and row["left_out"] == [] for row in said["tables"] if not row["bye"])
    begun = check(
        saved_tournament_of(cup.members[0])._replace(decisions=saved_tournament_of(cup.members[0]).decisions[:1])
    ).course
    assert {row["points"] for row in tournament_data(begun)["tables"]} <= {None}


def test_no_name_becomes_a_formula_in_exported_csv() -> None:
    said = export.to_csv(("a", "b", "c", "d"), [("=1+1", "-2", "", "+x")])
    assert said == "a,b,c,d\n'=1+1,-2,,'+x\n"


def test_the_exported_page_loads_nothing_else_and_escapes_names(cup: Hall) -> None:
    course: TournamentState = cup.members[0].course
    players = (course.players[0]._replace(name="<b>&"), *course.players[1:])
    page = export.make_page(TournamentState(course.opening, players, course.rounds, course.decided, course.is_over))
    assert "&lt;b&gt;&amp;" in page and "<b>&" not in page
    assert "http" not in page and "src=" not in page and "<script" not in page
    assert page.count('class="round"') == 2 and "final" in page
    assert "Bracket" in export.make_page(played("knock-out", 4).members[0].course)


def test_a_record_counts_only_if_it_is_valid_complete_and_fits_the_opening() -> None:
    kept = play_local(TRICKS, 3, {}, "a cup", [First()] * 3).record
    data = record.pack(kept)
    terms = opening()
    said = judge_record(data, terms, TRICKS)
    assert isinstance(said, VerifiedMatch) and len(said.ranks) == 3 and 1 in said.ranks
    assert "other options" in str(judge_record(data, terms._replace(options=(5,)), TRICKS))
    assert "is not valid" in str(judge_record(data[:-1], terms, TRICKS))
    torn = record.pack(kept._replace(feeds=tuple(feed[:4] for feed in kept.feeds)))
    assert "not come to its end" in str(judge_record(torn, terms, TRICKS))


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        ({"kind": "ladder"}, "one of"),
        ({"rounds": 0}, "rounds"),
        ({"minutes": 0}, "minutes"),
        ({"sizes": (7, 2, 7)}, "is for 2 to 6"),
    ],
)
def test_an_unplayable_opening_is_refused(terms: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOpening, match=words):
        opening(**terms)
    good = opening()
    assert read_opening(good.packed, TOYS) == good
    with pytest.raises(BadOpening, match="is not installed here"):
        read_opening(good.packed, GAMES)
    with pytest.raises(BadOpening, match="title"):
        make_opening(seed(0), " x", "swiss", TRICKS, {}, bytes(32))


# -- ratings --


def match(number: int, *order: int) -> ratings.RatedMatch:
    """Return a rated match of these players, listed from first to last."""
    return ratings.RatedMatch(
        bytes([number]) * 32, tuple(map(seed, order)), tuple(f"P{i}" for i in order), tuple(range(1, len(order) + 1))
    )


def test_a_win_raises_the_rating_and_a_match_counts_once() -> None:
    once = ratings.rate_players([match(1, 1, 2, 3)])
    assert [rating.name for rating in once] == ["P1", "P2", "P3"] and once[0].shown > once[2].shown
    assert ratings.rate_players([match(1, 1, 2, 3), match(1, 1, 2, 3)]) == once
    more = ratings.rate_players([match(1, 1, 2, 3), match(2, 3, 1), match(3, 3, 2)])
    assert more[0].name == "P3" and more[0].matches == 3 and more[0].uncertainty < once[0].uncertainty


def test_ratings_use_only_verified_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.tether", tmp_path / "bad.tether"
    game = GAMES["bridgefront"]
    short = {"vp_to_win": 5, "max_action_steps": 8}
    kept = play_local(game, 2, short, None, [RandomBot("rating", seat) for seat in (1, 2)]).record
    record.write(good, kept)
    bad.write_bytes(good.read_bytes()[:-1])
    assert room.run(["ratings", str(good), str(bad)]) == 0
    said = capsys.readouterr().out
    assert "bad.tether does not count" in said and "Seat 1" in said and "Seat 2" in said
    assert room.run(["ratings", str(bad)]) == 1
