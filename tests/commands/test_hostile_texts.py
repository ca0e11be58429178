"""Every command with malicious texts: as arguments, in files, from the network, and in folder names."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import click
import pytest

from client.app import startup
from client.app.commands import ALL as WINDOW_COMMANDS
from client.app.launch import NoWindow
from client.screens.rooms import room_tip
from client.table.replay.library import SavedRecord as Shelved
from client.ui import richtext
from core.games.registry import GAMES
from lab.run import executor
from lobby.cli import hand_out as hand_out_cli
from lobby.cli import room as cli
from lobby.cli import tournament as tournament_cli
from lobby.cli.identity import PASSPHRASE
from lobby.discovery import listing
from lobby.discovery.discovery import DiscoveredRoom, DiscoveredTournament, RoomAnnouncement
from lobby.discovery.responder import Notice
from lobby.discovery.tournament_announcement import TournamentAnnouncement, read_announcement
from lobby.players import known_players, transfer
from lobby.players.game_titles import game_title
from lobby.players.identity import FILE, fingerprint
from lobby.room.join import RoomView
from lobby.room.seating import RoomSeat, RoomTable
from lobby.room.signed_records import RoomSettings
from lobby.tournament.app import finder
from lobby.tournament.model.entry_store import Refusal
from lobby.tournament.model.state import TournamentState
from lobby.tournament.protocol import file as tournament_file
from lobby.tournament.protocol.file import CheckedTournament, SavedTournament
from lobby.tournament.protocol.node import DecisionReport
from net.cli import app
from net.cli.file_report import report_on_file
from net.cli.matches import match as match_cli
from net.cli.matches import peer, seat_match, watch
from net.crypto.match_keys import seat_seeds_from_text
from net.crypto.primitives import Signer
from net.match import genesis
from net.match.events import Accusation, PlayerNotice, Verdict
from net.match.genesis import BadCard, Terms, make_card, read_card
from net.proofs import evidence
from net.records import record
from net.records.record import MatchRecord
from net.seat import handshake
from net.session.runner import play_local
from net.system.durable_files import write_private
from net.text.sanitizer import visible_line
from tests.lobby.tournament.test_files import played, shared_work
from tests.support.games.rock_paper_scissors.game import GAME
from tests.support.hostile_texts import HOSTILE, harm
from tests.support.net.tables import player_of

__all__ = ["shared_work"]
TEXTS = {name: text.replace("\x00", "\x01").replace("\ud800", "\udc80") for name, text in HOSTILE.items()}
"""Malicious texts in a form allowed for arguments of a command and names of files."""
SIGNED = {name: text[:400] for name, text in HOSTILE.items() if "\ud800" not in text}
"""Malicious texts in a form allowed in signed content."""
KEYS = [bytes([number]) * 32 for number in range(1, 7)]


class Terminal:
    """A runner of commands that examines their output."""

    def __init__(self, capsys: pytest.CaptureFixture[str], home: Path) -> None:
        self._capsys, self.home = capsys, home

    def run(self, *words: str) -> str:
        """Return the harmless output of a command; a failed command must report its error in one line."""
        code = cli.run(words)
        said = self._capsys.readouterr()
        assert not harm(said.out + said.err), words
        said = said._replace(err="".join(line for line in said.err.splitlines(True) if "is using your key" not in line))
        assert code in (0, 1, 2) and (code == 0 or said.out or said.err.startswith("tether: ")), words
        assert said.err.count("\n") <= 1, said.err
        return said.out + said.err

    def said(self, tell: Callable[[], object]) -> str:
        """Return the output of the call."""
        tell()
        said = self._capsys.readouterr()
        assert not harm(said.out + said.err)
        return said.out + said.err


def no_window() -> None:
    raise NoWindow("There is no display.")


def no_engine(*_: object) -> NoReturn:
    raise executor.EngineFailed("No matches are played here.")


@pytest.fixture
def tether(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Return a user's terminal, in which a command ends before it uses the network or opens a window."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "5000")
    monkeypatch.setenv(PASSPHRASE, "correct horse")
    monkeypatch.chdir(tmp_path)
    scrypt = transfer.hashlib.scrypt
    monkeypatch.setattr(transfer.hashlib, "scrypt", lambda *said, **how: scrypt(*said, **how | {"n": 2}))
    monkeypatch.setitem(GAMES, GAME.name, GAME)
    monkeypatch.setattr(cli, "window", None)
    monkeypatch.setattr(startup, "open_app", no_window)
    monkeypatch.setattr(executor, "engine_of", no_engine)
    for each in WINDOW_COMMANDS:
        monkeypatch.setitem(app.cli.commands, each.name, each)
    home = tmp_path / "data" / "tether"
    write_private(home / FILE, bytes(range(32)))
    return Terminal(capsys, home)


def leaves(command: click.Command, path: str = "") -> Iterator[tuple[str, click.Command]]:
    """Yield every command with its words."""
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from leaves(inner, f"{path} {name}".strip())
    else:
        yield path, command


def commands() -> dict[str, click.Command]:
    return dict(leaves(app.cli)) | {each.name: each for each in WINDOW_COMMANDS}


# Words of the command line --------------------------------------------------------------------------------------------

RIGHT = {
    "peer": ["--seat=1", "--seats=2", "--peer=127.0.0.1:9", "--room=x", "--port=0"],
    "join": ["127.0.0.1:9"],
    "watch": ["127.0.0.1:9"],
    "tournament join": ["127.0.0.1:9"],
}
"""Arguments that a command needs to get further than to an error about missing ones."""


@pytest.mark.parametrize("path", commands())
def test_hostile_command_arguments_are_printed_harmlessly(
    path: str, tether: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each text is tried in each option and each argument of each command."""
    text = ""

    def fail(*_: Any, **__: Any) -> Any:
        if hasattr(_[0] if _ else None, "close"):
            _[0].close()
        raise OSError(1, text)

    def bad_card(*_: Any) -> Any:
        raise BadCard(0, text)

    for module in (cli, tournament_cli, hand_out_cli):
        monkeypatch.setattr(module, "run_loop", fail)
    monkeypatch.setattr(seat_match, "run_peer", bad_card)
    monkeypatch.setattr(watch, "find_room", lambda *_: (bytes(32), bytes(32), {}))
    monkeypatch.setattr(watch, "SpectatorRunner", fail)
    monkeypatch.setattr(match_cli, "_play_in_processes", lambda *_: (_ for _ in ()).throw(click.ClickException(text)))
    monkeypatch.setattr(finder, "find_addresses", lambda *_: [])
    monkeypatch.setattr(listing, "listen_for", lambda *_: ([], []))
    monkeypatch.setattr(startup, "open_app", lambda: (_ for _ in ()).throw(NoWindow(text)))
    for text in TEXTS.values():
        tether.run(*path.split(), text)
        tether.run(*path.split(), f"--{text}")
        for parameter in commands()[path].params:
            if not isinstance(parameter, click.Option) or parameter.is_flag or parameter.name == "help":
                continue
            tether.run(*path.split(), *RIGHT.get(path, []), f"{parameter.opts[0]}={text}")


@pytest.mark.parametrize("name", TEXTS)
def test_hostile_names_of_files_and_folders_are_printed_harmlessly(name: str, tether: Terminal, tmp_path: Path) -> None:
    """Files with invalid content and empty folders have these names."""
    text = TEXTS[name].replace("/", "-")[:60]
    file, folder = tmp_path / f"{text}.tether", tmp_path / text
    file.write_bytes(b"nothing")
    folder.mkdir()
    for path, command in commands().items():
        for parameter in command.params:
            if isinstance(parameter.type, click.Path):
                for there in (file, folder, folder / text):
                    given = [str(there)] if isinstance(parameter, click.Argument) else [parameter.opts[0], str(there)]
                    if path not in RIGHT and path not in ("match", "host", "tournament open", "identity export"):
                        tether.run(*path.split(), *given)
    kept = tether.home / f"{text}.tether"
    kept.write_bytes(b"nothing")
    assert "does not count" in tether.run("ratings")


# Records --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def lax(monkeypatch: pytest.MonkeyPatch) -> None:
    """Accept all names and games, to show that texts which pass the checks are harmless too."""
    for name in ("is_name", "is_identifier"):
        monkeypatch.setattr(genesis, name, lambda text: True)
    monkeypatch.setattr(handshake, "is_name", lambda text: True)
    monkeypatch.setattr(known_players, "is_name", lambda text: True)
    monkeypatch.setattr(known_players, "_was_once_valid_name", lambda text: True)


@pytest.mark.parametrize("first", range(0, len(SIGNED), 6))
def test_hostile_names_in_a_record_are_printed_harmlessly(
    first: int, tether: Terminal, lax: None, tmp_path: Path
) -> None:
    names = [text[:24] for text in SIGNED.values()][first : first + 6]
    file = tmp_path / "a.tether"
    players = [player_of(GAME, seat) for seat in range(1, len(names) + 1)]
    ended = play_local(GAME, len(names), {}, None, players, names=names)
    record.write(file, ended.record)
    lines = tether.run("verify", str(file)).splitlines()
    assert sum(line.startswith("The record is valid") for line in lines) == 1, "no name says so"
    rated = tether.run("ratings", str(file))
    assert all(name in rated for name in names if name.startswith("["))
    for words in (("show",), ("show", "--step=1"), ("part",), ("replay",)):
        tether.run(*words, str(file))
    torn = ended.record._replace(feeds=tuple(feed[:4] for feed in ended.record.feeds))
    record.write(file, torn)
    assert "cut short" in tether.run("verify", str(file))
    assert "does not count: a match that is not finished" in tether.run("ratings", str(file))
    out = tmp_path / "Al\nAudit   passed"
    said = tether.said(lambda: cli.run(["part", str(file), "--bots=random", "--out", str(out)]))
    assert sum(line.startswith("Audit") for line in said.splitlines()) == 1 and out.exists()


def of_terms(game: str, options: tuple[Any, ...]) -> MatchRecord:
    """Return a record with the seat cards of a match that was not played."""
    seats = [seat_seeds_from_text("hostile", seat) for seat in (1, 2)]
    signers = [Signer(seat.identity) for seat in seats]
    terms = Terms(bytes(32), game, bytes(32), options, tuple(signer.identity for signer in signers))
    made = enumerate(zip(seats, signers), 1)
    cards = tuple(make_card(terms, i, f"Seat {i}", seeds, signer) for i, (seeds, signer) in made)
    return MatchRecord(None, cards, ((), ()))


@pytest.mark.parametrize("judged", [True, False])
@pytest.mark.parametrize("name", SIGNED)
def test_a_hostile_game_or_option_in_a_record_is_printed_harmlessly(
    name: str, judged: bool, tether: Terminal, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if not judged:
        request.getfixturevalue("lax")
    text, file = SIGNED[name], tmp_path / "a.tether"
    count = len(GAMES["bridgefront"].options.table)
    for kept in (of_terms(text, ()), of_terms("bridgefront", (text,)), of_terms("bridgefront", (text,) * count)):
        record.write(file, kept)
        assert not harm(report_on_file(file).text), "the window shows it as it is"
        for words in (("verify",), ("show",), ("part",), ("replay",), ("ratings",)):
            shown = tether.run(*words, str(file))
            refused = "is not valid" in shown or "cannot be checked here" in shown
            assert refused or words[0] in ("part", "replay", "ratings")


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_in_evidence_is_printed_harmlessly(
    name: str, tether: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Evidence about any text is printed in the same number of lines."""
    text, file = HOSTILE[name], tmp_path / "a.evidence"
    file.write_bytes(evidence.Evidence("form", 1, ()).pack())
    for proves in (True, False):
        judged = evidence.Judgement(proves, text, "form", 1, 1, 1, text, "key", (text,))
        monkeypatch.setattr(evidence, "judge", lambda data, judged=judged: judged)
        for command in ("verify", "show"):
            assert len(tether.run(command, str(file)).splitlines()) == 1 + proves
        assert not harm(report_on_file(file).text)


@pytest.mark.parametrize("name", SIGNED)
def test_a_card_with_a_game_name_that_is_no_identifier_is_refused(name: str) -> None:
    with pytest.raises(BadCard, match="its game"):
        read_card(of_terms(SIGNED[name], ()).cards[0])


# What is heard --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_rooms_and_tournaments_are_listed_harmlessly(
    name: str, tether: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = HOSTILE[name]
    notice = Notice(bytes(32), text, bytes(32), text, 3, 2, False, b"")
    room = DiscoveredRoom("fe80::1%eth0", RoomAnnouncement(47801, notice, (text, "Bo")), 0.0)
    announcement = TournamentAnnouncement(47820, bytes(32), text, text, bytes(32), "swiss", 3, 0, False)
    cup = DiscoveredTournament("fd00::2", announcement, 0.0)
    monkeypatch.setattr(listing, "listen_for", lambda *_: ([room], [cup]))
    said = tether.run("rooms")
    assert "[fe80::1%eth0]:47801" in said and "[fd00::2]:47820" in said and "Bo" in said
    if len(text) < 60:
        assert (text in said) == (text == visible_line(text)), "what does no harm is told as it is"
        assert said.count("\n") == 5


@pytest.mark.parametrize("name", HOSTILE)
def test_an_announcement_of_an_invalid_game_name_is_ignored(name: str) -> None:
    text = HOSTILE[name]
    notice = Notice(bytes(32), text, bytes(32), "Ada", 3, 2, False, b"")
    assert not notice.is_valid and notice._replace(game="midnight").is_valid
    game = text[:30].replace("\ud800", "\ue000") + "."
    announcement = TournamentAnnouncement(47820, bytes(32), "Cup", game, bytes(32), "swiss", 3, 0, False)
    said = [one.pack(Signer(bytes(32)), 1) for one in (announcement, announcement._replace(game="midnight"))]
    assert [read_announcement(one) is not None for one in said] == [False, True]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_of_room_members_are_printed_harmlessly(name: str, tether: Terminal, tmp_path: Path) -> None:
    text = HOSTILE[name]
    place = RoomSeat(KEYS[0], text, "", b"", False, 1)
    settings = RoomSettings(1, KEYS[0], text, "bridgefront", bytes(32), 2, 0, ())
    view = RoomView(text, RoomTable(settings, (place, None)), 0, KEYS[0], (text,), "")
    told = cli.RoomReporter(peer.print_as_text, False, known_players.KnownPlayers())
    told.on_open = lambda: None
    told._is_in = True
    said = tether.said(lambda: told(view))
    assert said.count("\n") == 3 and fingerprint(KEYS[0]) in said
    report = peer.make_reporter(GAME, peer.print_as_text)
    for words in (PlayerNotice(text), Accusation(1, 2, "form", text), Verdict(1, 2, "form", text)):
        assert tether.said(lambda words=words: report(words, None)).count("\n") <= 1  # type: ignore[misc]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_process_sends_hostile_text_to_its_parent_as_json(name: str, tether: Terminal) -> None:
    said = tether.said(lambda: peer.print_as_json("noted", words=HOSTILE[name]))
    assert json.loads(said) == {"kind": "noted", "words": HOSTILE[name]} and said.count("\n") == 1


# What is kept ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SIGNED)
def test_hostile_names_of_known_players_are_printed_harmlessly(name: str, tether: Terminal, lax: None) -> None:
    text = SIGNED[name]
    row = {"first": "2026-01-01", "last": "2026-01-01", "matches": 1}
    rows = [{**row, "identity": key.hex(), "names": names} for key, names in zip(KEYS, ([text], ["Bo", text]))]
    (tether.home / known_players.FILE).write_text(json.dumps(rows))
    said = tether.run("identity", "known")
    assert fingerprint(KEYS[0]) in said and fingerprint(KEYS[1]) in said
    said = tether.run("identity", "forget", text.replace("\x00", " "))
    assert "known players are called" in said or "You have met nobody called" in said
    assert "is forgotten" in tether.run("identity", "forget", fingerprint(KEYS[0]))


def test_a_name_that_became_invalid_affects_no_other_player(tether: Terminal) -> None:
    """An old name that is no longer valid costs no other name its place.

    The invalid names are one in mixed scripts with a letter like the Latin alpha, and an invisible one.
    """
    row = {"first": "2026-01-01", "last": "2026-01-01", "matches": 1}
    names = [["A\u4e28ice"], ["\u115f\u1160"], ["A\u4e28ice", "Bo"]]
    rows = [{**row, "identity": key.hex(), "names": had} for key, had in zip(KEYS, names)]
    assert [met.names for met in known_players.read_players(json.dumps(rows).encode())] == [("Bo",)]


# Tournaments ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def course() -> TournamentState:
    """Return a finished tournament."""
    return played().members[0].course


@pytest.mark.parametrize("name", SIGNED)
def test_hostile_text_in_a_tournament_file_is_printed_harmlessly(
    name: str, course: TournamentState, tether: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    text = SIGNED[name]
    players = (course.players[0]._replace(name=text), *course.players[1:])
    bad = TournamentState(course.opening._replace(title=text), players, course.rounds, course.decided, course.is_over)
    checked = CheckedTournament(bad, (f"{text}: its vote",), {})
    monkeypatch.setattr(tournament_file, "read", lambda path: SavedTournament(b"", (), (), (), ()))
    monkeypatch.setattr(tournament_file, "verify", lambda kept, games, on_record: checked)
    file = tmp_path / "cup.tournament"
    file.write_bytes(tournament_file.FORM.magic)
    for words in ("tournament show", "tournament verify", "verify"):
        said = tether.run(*words.split(), str(file))
        assert fingerprint(course.players[0].identity) in said and "its vote" in said
    lines = tether.run("verify", str(file)).splitlines()
    assert len(lines) == len(players) + 5 and sum(line.startswith("The tournament is valid") for line in lines) == 1
    tether.run("tournament", "export", str(file), "--into", str(tmp_path / "out"))
    for path in sorted((tmp_path / "out").iterdir()):
        exported = path.read_text("utf-8")
        assert not harm(exported) and (path.suffix == ".csv" or "<script>" not in exported)
        assert len(exported.splitlines()) == exported.count("\n"), "no name begins a line"
    assert "<bdi>" in (tmp_path / "out" / "tournament.html").read_text("utf-8")
    assert all(not cell.startswith("=") for cell in (tmp_path / "out" / "standings.csv").read_text("utf-8").split(","))


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_tournament_reports_are_printed_harmlessly(
    name: str, course: TournamentState, tether: Terminal
) -> None:
    runner: Any = SimpleNamespace(
        notes=[HOSTILE[name]], member=None, part=SimpleNamespace(start_with=0, code=b""), addresses=()
    )
    told = tournament_cli.TournamentReporter(runner)
    players = tuple(player._replace(name=HOSTILE[name]) for player in course.players)
    over = TournamentState(course.opening, players, course.rounds, course.decided, course.is_over)
    rounds = (*course.rounds[:-1], course.rounds[-1]._replace(results=()))
    going = TournamentState(course.opening, players, rounds, course.decided, False)
    lines = [tether.said(lambda: told(Refusal(KEYS[0], HOSTILE[name]))).count("\n")]
    lines += [tether.said(lambda course=course: told(DecisionReport(course))).count("\n") for course in (over, going)]  # type: ignore[misc]
    assert lines == [2, 1, 4], "a table has one line, whoever sits there"


# The window -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOSTILE)
def test_the_window_lists_hostile_texts_harmlessly(name: str) -> None:
    """The texts are in announced games and received files."""
    text = HOSTILE[name]
    room = DiscoveredRoom(
        "fe80::1%eth0",
        RoomAnnouncement(47801, Notice(bytes(32), text, bytes(32), "Ada", 3, 1, False, b""), ("Ada",)),
        0.0,
    )
    tip = richtext.plain_text(room_tip(room))
    assert not harm(tip) and "[fe80::1%eth0]:47801" in tip and tip.count("\n") == 1
    assert visible_line(text) in tip and not harm(game_title(text))
    title = Shelved(Path("/nowhere") / f"2026-01-01 10.00 {text.replace('/', '-')}.tether", 0.0, 0).title
    assert not harm(title) and "\n" not in title
