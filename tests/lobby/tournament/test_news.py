"""The terminal of a tournament, which shows what its member waits for, plays and has won."""

from __future__ import annotations

import pytest

from lobby.players.identity import new_identity
from lobby.tournament.app import finder
from lobby.tournament.app import runner as runner_module
from lobby.tournament.app.finder import TournamentTrouble
from lobby.tournament.app.news import EVERY, NewsWatcher
from lobby.tournament.app.runner import Participation, Runner
from lobby.tournament.app.text import TournamentReporter, leaders_text
from lobby.tournament.protocol.node import ClockReport
from net.channels.addresses import OwnAddress
from net.transport.simulated import GOOD
from tests.lobby.tournament.test_course import at_round, enrolled
from tests.support.lobby.tournament.hall import PACE, Hall, opening, shared_work

__all__ = ["shared_work"]
pytestmark = pytest.mark.usefixtures("shared_work")
QUICK = PACE._replace(pulse=0.5, gone=2.0, minute=60.0)


class Terminal:
    """Terminal output of one player in a hall."""

    def __init__(self, hall: Hall, i: int, start_with: int = 0) -> None:
        self.hall, self.i, self.watcher = hall, i, NewsWatcher(start_with)
        self.now = 0.0

    def lines(self) -> list[str]:
        """The lines printed since the last call."""
        self.now += EVERY
        return [news.words for news in self.watcher.find_news(self.hall.of(self.i), self.now)]


def test_news_reports_enrolments_and_awaited_players() -> None:
    hall = Hall(opening(rounds=1), 3, GOOD)
    terminals = [Terminal(hall, 0, 5), Terminal(hall, 1)]
    assert enrolled(hall, 3)
    first, second = (terminal.lines() for terminal in terminals)
    assert first[0] == "You are enrolled as P0." and first[2:] == ["Waiting for 2 more players."]
    assert first[1] in [f"{names} enrolled; 3 players so far." for names in ("P1 and P2", "P2 and P1")]
    assert second[0] == "You are enrolled as P1." and second[-1] == "Waiting for P0 to begin the first round."
    assert terminals[0].lines() == []
    hall.join(3)
    hall.join(4, plays=False)
    assert enrolled(hall, 5)
    assert terminals[0].lines() == [
        "P3 enrolled; 4 players so far.", "P4 will help without playing.", "Waiting for 1 more player.",
    ]  # fmt: skip


def test_news_reports_our_table_our_result_and_the_awaited_tables() -> None:
    slow: set[int] = set()

    def playing(hall: Hall, room: bytes, identities: tuple[bytes, ...]) -> tuple[int, ...] | None:
        seated = {hall.strength[one] for one in identities}
        slow.update(() if slow else seated)  # the first table that plays never ends: anybody may have the bye
        return None if slow & seated else hall.strongest(hall, room, identities)

    hall = Hall(opening(rounds=1), 5, GOOD, playing, pace=QUICK)
    terminals = {i: Terminal(hall, i) for i in range(5)}
    assert enrolled(hall, 5)
    hall.of(0).start()
    assert at_round(hall, 1)
    said = {i: terminal.lines() for i, terminal in terminals.items()}
    assert hall.run(lambda: sum(hall.of(0).view.is_settled(table) for table in range(3)) == 2, 20)
    hall.run(lambda: False, 2)
    later = {i: said[i] + terminal.lines() for i, terminal in terminals.items()}
    (bye,) = [i for i, lines in said.items() if "You have a bye in round 1: a point without a match." in lines]
    for i in set(range(5)) - {bye}:
        assert any(words.startswith("You play at table ") and " with P" in words for words in said[i])
    done = [i for i, lines in later.items() if any(words.startswith("Your match counts: you are ") for words in lines)]
    assert len(slow) == 2 and set(done) == set(range(5)) - {bye} - slow
    for i in slow:
        assert any(words.startswith("Waiting for table ") and f"P{i}" in words for words in later[done[0]])
        assert not any("Waiting for table" in words for words in later[i]), "that is its own table"


def test_news_reports_that_the_opponent_left_and_returned() -> None:
    hall = Hall(opening(rounds=1), 2, GOOD, lambda *_: None, pace=QUICK)
    terminal = Terminal(hall, 0)
    assert enrolled(hall, 2)
    hall.of(0).start()
    assert at_round(hall, 1)
    assert "You play at table 1 with P1." in terminal.lines()
    gone = hall.vanish(hall.of(1).identity)
    hall.run(lambda: False, 4)
    (words,) = terminal.lines()
    assert words.startswith("P1, at your table, is disconnected.")
    assert terminal.lines() == []
    hall.join(1, entry_log=gone.entry_log, blobs=gone.blobs)  # type: ignore[arg-type]
    hall.run(lambda: False, 4)
    assert terminal.lines() == ["P1 is back."]


def test_a_late_player_is_shown_its_first_round() -> None:
    hall = Hall(opening(rounds=2), 4, GOOD, lambda *_: None, pace=QUICK)
    assert enrolled(hall, 4)
    hall.of(0).start()
    assert at_round(hall, 1)
    late = hall.join(4)
    terminal = Terminal(hall, 4)
    assert hall.run(lambda: late.is_enrolled and late.course.running_round is not None, 20)
    assert hall.run(lambda: late.entry_store.is_admitted(late.identity), 20)
    assert "You play from round 2 on." in terminal.lines()


def test_a_player_with_a_bye_is_shown_the_reason() -> None:
    hall = Hall(opening(rounds=2), 4, GOOD, lambda *_: None, pace=QUICK)
    assert enrolled(hall, 4)
    gone = hall.vanish(hall.of(3).identity)
    hall.of(0).start()
    assert at_round(hall, 1)
    hall.join(3, entry_log=gone.entry_log, blobs=gone.blobs)  # type: ignore[arg-type]
    back = hall.of(3)
    terminal = Terminal(hall, 3)
    assert hall.run(lambda: back.course.running_round is not None, 20)
    (words,) = [words for words in terminal.lines() if "sit out" in words]
    assert words.startswith("You sit out round 1: your program did not reveal its random number in time.")
    assert words.endswith("from round 2 on.")


def test_a_new_address_of_this_computer_is_reported() -> None:
    watcher = NewsWatcher()
    assert watcher.address_news(["192.168.1.7:47820"], "AAAA") == []
    assert watcher.address_news(["192.168.1.7:47820"], "AAAA") == []
    (news,) = watcher.address_news(["192.168.1.9:47820"], "AAAA")
    assert news.words == "New address: others can join with: tether tournament join 192.168.1.9:47820 --code AAAA"


def test_a_member_announces_the_new_address_of_this_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    runner = Runner(Participation("Ada"), new_identity(), None)
    member = Hall(opening(rounds=1), 1).of(0)
    for host in ("192.168.1.7", "192.168.1.9"):
        monkeypatch.setattr(runner_module, "own_addresses", lambda host=host: [OwnAddress(host, frozenset("a"), True)])
        runner._find_addresses(member, 4711)
        assert member.addresses == [(host, 4711)] and runner.addresses == [f"{host}:4711"]


def test_a_tournament_invitation_has_an_address_on_each_of_two_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    runner = Runner(Participation("Ada"), new_identity(), None)
    hosts = (("192.168.1.7", "a"), ("fd00::7", "a"), ("10.0.0.7", "b"), ("172.16.0.7", "c"))
    own = [OwnAddress(host, frozenset(network), True) for host, network in hosts]
    monkeypatch.setattr(runner_module, "own_addresses", lambda: own)
    runner._find_addresses(Hall(opening(rounds=1), 1).of(0), 4711)
    assert runner.invited == ("192.168.1.7:4711", "10.0.0.7:4711")
    monkeypatch.setattr(runner_module, "own_addresses", list)
    runner._find_addresses(Hall(opening(rounds=1), 1).of(0), 4711)
    assert runner.invited == ("127.0.0.1:4711",)


# -- wording --


@pytest.mark.parametrize(
    ("minutes", "words"), [(1, "1 minute is left."), (5, "5 minutes are left."), (0, "time is up.")]
)
def test_the_remaining_time_of_a_round_is_described_in_words(
    minutes: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    TournamentReporter(Runner(Participation("Ada"), new_identity(), None))(ClockReport(0, minutes))
    assert capsys.readouterr().out.endswith(f"{words}\n")


def test_all_leaders_of_a_tournament_are_named() -> None:
    hall = Hall(opening(rounds=2), 4, GOOD)
    assert enrolled(hall, 4)
    hall.of(0).start()
    assert hall.run(lambda: hall.of(0).course.decided == 3)
    closed = hall.of(0).view.courses[3]
    names = [closed.player_numbered(place.player).name for place in closed.standings()[:2]]
    assert leaders_text(names, "1") == f"{names[0]} and {names[1]} lead with 1 point each."


def test_an_unknown_title_lists_the_known_tournaments(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, the title was taken for a host name, and the resolver's error was shown."""
    heard = _Heard("Friday")
    monkeypatch.setattr(finder, "_listen_for_titles", lambda titles, listen: [heard])
    with pytest.raises(TournamentTrouble) as caught:
        finder.find_addresses(["Fryday.invalid"])
    assert str(caught.value) == "No tournament called Fryday.invalid found here. There is: Friday."
    monkeypatch.setattr(finder, "_listen_for_titles", lambda titles, listen: [heard, _Heard("Saturday")])
    with pytest.raises(TournamentTrouble, match=r"There are: Friday, Saturday\."):
        finder.find_addresses(["Fryday.invalid"])
    monkeypatch.setattr(finder, "_listen_for_titles", lambda titles, listen: [])
    with pytest.raises(TournamentTrouble, match="You can also join by address"):
        finder.find_addresses(["Fryday.invalid"])
    assert finder.find_addresses(["localhost"]) == [("localhost", finder.PORT)]


class _Heard:
    """An announcement with a title."""

    def __init__(self, title: str) -> None:
        self.announcement = self
        self.title = title
