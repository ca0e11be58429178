"""Tournaments in a real window: the list, the form, and a tournament played by the test."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from client.app.app import App
from client.app.settings import Settings
from client.app.theme import game_theme
from client.screens.rooms import JoinScreen, JoinSetup
from client.screens.tournament.bracket import Bracket, bracket_places
from client.screens.tournament.tournament import TournamentScreen, describe_own_part, round_clock, status_sentence
from client.screens.tournament.tournaments import OpenScreen, OpenSetup, TournamentsScreen
from client.session.room_session import RoomExclusion
from client.session.tournament_session import (
    FILE,
    JoinPlan,
    OpenPlan,
    StoredTournament,
    TournamentView,
    stored_tournaments,
)
from client.table.keys import KEYS
from client.ui import theme as themes
from client.ui.keys import Keymap
from core.games.registry import GAMES
from lobby.discovery.discovery import DiscoveredTournament
from lobby.discovery.tournament_announcement import TournamentAnnouncement
from lobby.players.identity import fingerprint
from lobby.tournament.app.finder import TournamentTrouble
from lobby.tournament.app.runner import Runner
from lobby.tournament.model.opening import Opening, make_opening
from lobby.tournament.model.results import Result
from lobby.tournament.model.state import Player, Round, TournamentState, VerifiedMatch
from lobby.tournament.protocol.node import ClockReport, Node
from net.crypto.primitives import Signer
from net.match.exclusions import Exclusion
from net.match.genesis import rules_hash
from net.version import VERSION
from tests.client.screens.test_rooms import Bare, Heards
from tests.support.client.driver import Driver

GAME = GAMES["bridgefront"]
SETTINGS = replace(Settings(), name="Ada", reduced_motion=True)
NAMES = ("Ada", "Ilse", "Tomas", "Priya", "Bot Anvil", "Bot Beacon", "Cem", "Wolfgang Amadeus", "Noor")


def key(number: int) -> bytes:
    """Return the identity of a player."""
    return Signer(bytes([number]) * 32).identity


def terms(kind: str = "swiss", **rest: Any) -> Opening:
    """Return Ada's tournament."""
    return make_opening(key(1), "Friday Cup", kind, GAME, {}, bytes(32), sizes=(2, 2, 2), **rest)


def course(names: tuple[str, ...], tables: tuple[tuple[tuple[int, ...], ...], ...], **rest: Any) -> TournamentState:
    """Return a tournament with these tables in closed rounds, in which the first seat of each table wins.

    With `running` the last round is still in progress.
    """
    running, kind = rest.pop("running", False), rest.pop("kind", "swiss")
    players = tuple(Player(n, key(n), name, name.startswith("Bot"), bytes(32)) for n, name in enumerate(names, 1))
    rounds = []
    for number, seated in enumerate(tables):
        if running and number == len(tables) - 1:
            rounds.append(Round(number, bytes([number]) * 32, seated))
            continue
        results = tuple(Result(table, tuple(range(1, len(table) + 1))) for table in seated)
        records = tuple(bytes([number, i]) * 16 if len(table) > 1 else b"" for i, table in enumerate(seated))
        seats = (tuple(key(who) for who in table) for table in seated)
        matches = tuple(
            VerifiedMatch(b"", keys, result.ranks, rest.get("left_out", {}).get((number, i), ())) if kept else None
            for i, (keys, result, kept) in enumerate(zip(seats, results, records))
        )
        rounds.append(Round(number, bytes([number]) * 32, seated, results, records, matches))
    rest.pop("left_out", None)
    decided = rest.pop("decided", 2 * len(tables) + (not running) if tables else 0)
    return TournamentState(terms(kind), players, tuple(rounds), decided, **rest)


PAIRS = (((1, 2), (3, 4), (5, 6), (7, 8), (9,)), ((1, 3), (5, 7), (2, 4), (9, 6), (8,)))
THIRD = ((1, 5), (3, 7), (2, 9), (4, 8), (6,))


def view(**rest: Any) -> TournamentView:
    """Return the third round of Ada's tournament, with one table finished."""
    given = rest.pop("course", None) or course(NAMES, (*PAIRS, THIRD), running=True)
    usual = {"left": 754, "ranks": ((), (1, 2), (), (), ()), "ready": True, "waiting": ("Sam",),
             "addresses": ("192.168.1.11:47820", "[fd00::2]:47820"),
             "invited": ("192.168.1.11:47820", "[fd00::2]:47820"), "code": "K7Q2M9XTR4"}  # fmt: skip
    return TournamentView(given.opening, given, rest.pop("identity", key(1)), **{**usual, **rest})


class Line:
    """Fake session whose tournament is played by the test; `asked` records the requests of the screen."""

    def __init__(self, *news: Any) -> None:
        self.to_tell: list[Any] = list(news)
        self.asked: list[tuple[Any, ...]] = []

    def news(self) -> list[Any]:
        """Return and clear the news."""
        news, self.to_tell = self.to_tell, []
        return news

    def __getattr__(self, name: str) -> Any:
        return lambda *args: self.asked.append((name, *args))


@pytest.fixture
def look(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> Driver:
    """Set the game's look and keys."""
    monkeypatch.setattr("client.screens.backdrop._get_backdrop", lambda *args: Bare())
    driver.window.keys = Keymap(KEYS)
    themes.set_theme(game_theme())
    return driver


def shown(driver: Driver, *news: Any, folder: Path = Path()) -> tuple[TournamentScreen, Line, list[Any]]:
    """Return the screen of a tournament after these news, its session, and the list of its results."""
    line, done = Line(*news), []
    screen = TournamentScreen(
        SETTINGS, None, line, lambda: done.append("sit"), done.append, lambda: done.append("left"), folder
    )  # type: ignore[arg-type]
    driver.show(screen)
    driver.step()
    return screen, line, done


# One tournament -------------------------------------------------------------------------------------------------------


def test_our_table_the_clock_and_the_match_button_are_shown(look: Driver) -> None:
    screen, line, done = shown(look, view())
    assert screen.title.text == "Friday Cup" and screen.clock.text == "12:34"
    assert "Round 3" in screen.words.text and "Press Play" in screen.words.text
    assert "Bot Anvil" in screen.table.text and "From the next round on" in screen.table.text
    look.key("ENTER")
    assert done == ["sit"]
    line.to_tell.append(view(ready=False))
    look.step()
    look.key("ENTER")
    assert done == ["sit"] and "looking for the others" in screen.words.text
    look.key("ESCAPE")
    assert done == ["sit", "left"]


def test_the_clock_of_a_round_warns_in_the_last_minute_and_ends_at_zero(look: Driver) -> None:
    screen, line, _ = shown(look, view(left=200))
    assert (screen.clock.text, screen.clock.color) == ("3:20", "warn")
    line.to_tell += [view(left=59), ClockReport(2, 1)]
    look.step()
    assert screen.clock.color == "bad" and screen.words.text == "Round 3: 1 minute left."
    assert any("1 minute left" in said for said in look.said)
    assert round_clock(view(left=-5))[0] == "0:00"


def test_rounds_are_side_by_side_and_reachable_by_keys(look: Driver) -> None:
    many = course(NAMES, PAIRS * 3)
    screen, _, _ = shown(look, view(course=many, ranks=(), ready=False))
    bracket: Bracket = screen.bracket
    assert bracket.first == 6 - bracket.fits > 0
    look.click(bracket)
    look.key("LEFT")
    assert bracket.first == 5 - bracket.fits
    look.key("RIGHT")
    look.key("RIGHT")
    assert bracket.first == 6 - bracket.fits
    assert "Ada against Tomas" in bracket.value_text() and "Wolfgang Amadeus has a bye" in bracket.value_text()


def test_a_bracket_is_drawn_between_its_feeders() -> None:
    tables = (((1, 2), (3, 4), (5, 6), (7, 8)), ((1, 3), (5, 7)), ((1, 5),))
    first, second, (final,) = bracket_places(course(NAMES[:8], tables, kind="knock-out", is_over=True))
    assert [place.middle for place in second] == [
        (first[0].middle + first[1].middle) / 2, (first[2].middle + first[3].middle) / 2,
    ]  # fmt: skip
    assert final.feeders == tuple(place.middle for place in second)
    assert all(above.bottom < below.top for column in (first, second) for above, below in pairwise(column))
    assert not any(place.feeders for column in bracket_places(course(NAMES, PAIRS)) for place in column)


def test_standings_show_every_tie_break_and_the_players_who_wait(look: Driver) -> None:
    screen, _, _ = shown(look, view())
    look.click("Tournament")
    look.key("RIGHT")
    rows = screen.standing.items
    assert rows[0][1:4] == ("Ada", fingerprint(key(1)), "2") and rows[0][6] == "2" and float(rows[0][4]) > 0
    assert [row[1] for row in rows][-1] == "Sam" and len(rows) == len(NAMES) + 1
    look.key("RIGHT")
    assert {rating.name for rating in screen.rating.items} == set(NAMES)
    assert screen.rating.items[0].shown > screen.rating.items[-1].shown
    assert not screen.left_out.text


def test_an_excluded_player_is_named_and_not_rated(look: Driver) -> None:
    silenced = course(NAMES, PAIRS[:1], left_out={(0, 1): (Exclusion(2, 3, (1,)),)})
    screen, _, _ = shown(look, view(course=silenced, ranks=(), ready=False))
    look.click("Tournament")
    look.key("RIGHT")
    look.key("RIGHT")
    assert {rating.name for rating in screen.rating.items} == set(NAMES) - {"Tomas", "Priya", "Noor"}
    said = screen.left_out.text
    assert "Round 1, table 2, Tomas in seat 1 and Priya in seat 2: Priya was left out from step 3 on" in said
    assert "Tomas voted for that" in said and "Ratings do not count" in said


def test_the_opener_starts_a_tournament_with_two_players(look: Driver) -> None:
    fresh = {"course": course((), ()), "ready": False, "ranks": ()}
    screen, line, _ = shown(look, view(**fresh, waiting=("Ada",)))
    assert not screen.begin_button.enabled and "when everyone is here" in screen.words.text
    look.click("Add a bot")
    line.to_tell.append(view(**fresh, waiting=("Ada", "Bot Anvil")))
    look.step()
    look.click("Begin the first round")
    assert line.asked == [("add_bot", "normal"), ("begin",)]
    line.to_tell.append(view(**fresh, identity=key(2)))
    look.step()
    assert not screen.begin_button.visible and "The opener begins" in screen.words.text


def test_leaving_a_tournament_takes_two_presses(look: Driver) -> None:
    screen, line, _ = shown(look, view())
    look.click("Drop out")
    assert line.asked == [] and any("cannot undo this" in said for said in look.said)
    look.click(screen.drop)
    assert line.asked == [("drop_out",)]
    line.to_tell.append(view(gone=True))
    look.step()
    assert "dropped out" in screen.words.text and not screen.drop.visible and not screen.play_button.enabled


def test_the_page_and_the_tables_of_a_tournament_are_saved_as_files(look: Driver, tmp_path: Path) -> None:
    screen, _, _ = shown(look, view(), folder=tmp_path / "cup")
    look.click("Parts")
    look.key("RIGHT")
    look.key("RIGHT")
    look.click("Page to print")
    assert "Friday Cup" in (tmp_path / "cup" / "tournament.html").read_text() and "tournament.html" in screen.saved.text
    look.click("Tables as CSV")
    with (tmp_path / "cup" / "standings.csv").open() as file:
        assert next(row["Player"] for row in csv.DictReader(file)) == "Ada"
    (tmp_path / "file").write_text("")
    screen.where.set(str(tmp_path / "file" / "in it"))
    look.click("Page to print")
    assert "cannot be saved" in screen.saved.text and screen.saved.color == "bad"


def test_the_state_of_a_tournament_is_described_in_words() -> None:
    over = course(NAMES, PAIRS, is_over=True)
    assert status_sentence(view(course=over)) == "It is over: Ada has won."
    assert "being paired" in status_sentence(view(course=course(NAMES, PAIRS)))
    assert "a bye" in status_sentence(view(identity=key(6)))
    assert "your table is done; 3 still play" in status_sentence(view(identity=key(3)))
    assert "from the next round on" in status_sentence(view(identity=key(77)))
    assert describe_own_part(view(silent=frozenset({key(5)}))).count("silent") == 1
    assert "{accent}1." in describe_own_part(view(identity=key(3)))


def test_an_error_in_a_tournament_leads_back_to_the_form(look: Driver) -> None:
    trouble = RoomExclusion("No tournament answers at 10.0.0.1:47820.")
    _, _, done = shown(look, trouble)
    assert done == [trouble]


# The list and the forms -----------------------------------------------------------------------------------------------


def heard(number: int, title: str, **changes: Any) -> DiscoveredTournament:
    """Return a tournament announced on the network."""
    announcement = TournamentAnnouncement(
        47820, bytes([number]) * 32, title, GAME.name, rules_hash(GAME), "swiss", 8, 2, False
    )
    return DiscoveredTournament(f"192.168.1.{number}", announcement._replace(**changes), 0.0)


class Ear:
    """Fake listener for announcements made by the test."""

    deaf = False

    def __init__(self, *there: DiscoveredTournament) -> None:
        self.there = list(there)
        self.ended = False

    def tournaments(self) -> list[DiscoveredTournament]:
        """Return the announced tournaments."""
        return self.there

    def close(self) -> None:
        """Close the listener."""
        self.ended = True


def listed(driver: Driver, ear: Ear, kept: list[StoredTournament] | None = None) -> tuple[TournamentsScreen, list[Any]]:
    """Return the list screen and the list of its results."""
    done: list[Any] = []
    screen = TournamentsScreen(
        SETTINGS, kept or [], ear, done.append, lambda: done.append("open"), done.append, lambda: done.append("back")
    )
    driver.show(screen)
    return screen, done


def kept_in(home: Path, over: bool = False, closed: bool = False) -> Path:
    """Return a folder with a saved tournament."""
    folder = home / terms().id.hex()[:16]
    folder.mkdir(parents=True)
    (folder / "opening").write_bytes(terms().packed)
    (folder / "part.json").write_text(f'{{"name": "Ada", "closed": {str(closed).lower()}}}')
    (folder / "addresses").write_text("192.168.1.7:47820\nno address at all\n")
    if over:
        (folder / FILE).write_bytes(b"")
    return folder


def test_a_folder_with_hostile_tournament_terms_is_left_out_of_the_list(tmp_path: Path) -> None:
    (kept_in(tmp_path) / "part.json").write_text("[1]", "utf-8")
    assert stored_tournaments(tmp_path) == []


def test_a_listed_tournament_can_be_joined_by_keys(look: Driver) -> None:
    ear = Ear(heard(5, "Friday Cup"), heard(6, "Other", rules=bytes(32)))
    screen, done = listed(look, ear)
    look.key("DOWN")
    look.key("ENTER")
    assert done == [JoinPlan("Ada", (("192.168.1.5", 47820),))]
    screen.list.select(1)
    assert f"rules of another Tether {VERSION}" in screen.form.words.text
    ear.there.append(heard(7, "Third"))
    look.step()
    assert len(screen.list.items) == 3
    look.key("ESCAPE")
    assert done[-1] == "back"
    look.window.clear_screens()
    assert ear.ended


def test_a_copied_invitation_fills_in_the_addresses_on_both_networks(look: Driver) -> None:
    shown(look, view())
    look.find("Parts").owner.show("Join")  # type: ignore[attr-defined]
    look.click("Copy invitation")
    copied = look.screen.ui.clipboard.get()
    assert copied == "192.168.1.11:47820,[fd00::2]:47820  code K7Q2M-9XTR4"
    screen, done = listed(look, Ear())
    screen.address.set(copied)
    look.click("Take part")
    assert done == [JoinPlan("Ada", (("192.168.1.11", 47820), ("fd00::2", 47820)), "K7Q2M9XTR4")]


def test_a_closed_tournament_that_the_player_has_joined_needs_no_code(look: Driver, tmp_path: Path) -> None:
    """The tournament is announced on the network, or only saved."""
    (kept_in(tmp_path, closed=True) / "code").write_text("K7Q2M9XTR4")
    kept = stored_tournaments(tmp_path)
    for there in ([], [heard(5, "Friday Cup", id=terms().id, closed=True)]):
        screen, done = listed(look, Ear(*there), kept)
        screen.list.select(0)
        screen.submit()
        assert [plan.code for plan in done] == ["K7Q2M9XTR4"]


def test_a_closed_tournament_asks_for_its_code(look: Driver) -> None:
    screen, done = listed(look, Ear(heard(5, "Friday Cup", closed=True)))
    screen.list.select(0)
    look.click("Take part")
    assert not done and "invite code" in screen.form.words.text and screen.code.error
    look.type("K7Q2M-9XTR4")
    look.click("Take part")
    assert done == [JoinPlan("Ada", (("192.168.1.5", 47820),), "K7Q2M9XTR4")]
    screen.address.set("1:2:3")
    look.click("Take part")
    assert screen.address.error and len(done) == 1
    screen.code.set("")
    for typed, port in (("10.0.0.8:5000", 5000), ("10.0.0.8", 47820)):
        screen.address.set(typed)
        look.click("Take part")
        assert done[-1] == JoinPlan("Ada", (("10.0.0.8", port),))


@pytest.mark.parametrize("code", [True, False])
def test_a_refusal_leads_back_to_the_chosen_tournament(look: Driver, tmp_path: Path, code: bool) -> None:
    """The player returns to the tournaments screen, with the address filled in.

    The code field has the focus only if another code may help, whatever the wording of the error.
    """

    class Refused(Runner):
        async def run(self, *where: object) -> Node:
            raise TournamentTrouble("no code here", code)

    app = App(look.window, SETTINGS, None, lambda *_: None, tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("client.session.tournament_session.Runner", Refused)
        app.tournaments.enter(JoinPlan("Ada", (("10.0.0.8", 5000),)))
        app.tournaments.session._thread.join()  # type: ignore[union-attr]
        look.step()
    screen = look.screen
    assert isinstance(screen, TournamentsScreen) and screen.form.words.text == "No code here."
    assert screen.address.text == "10.0.0.8:5000"
    assert (screen.ui.focus is screen.code) == code
    look.window.clear_screens()


def test_the_join_screen_lists_tournaments(look: Driver) -> None:
    rooms, gone = Heards(), []
    screen = JoinScreen(SETTINGS, JoinSetup(), print, print, listening=rooms, on_tournaments=lambda: gone.append(1))
    look.show(screen)
    assert not screen.cups.visible
    rooms.cups = [heard(5, "Friday Cup")]
    look.step()
    look.click("Tournaments here")
    assert screen.cups.text == "Tournaments here: Friday Cup" and gone == [1]


def test_a_tournament_can_be_resumed_and_old_ones_viewed(look: Driver, tmp_path: Path) -> None:
    (tmp_path / "rubbish").mkdir()
    folder = kept_in(tmp_path)
    kept = stored_tournaments(tmp_path)
    assert [one.folder for one in kept] == [folder] and not kept[0].over
    screen, done = listed(look, Ear(), kept)
    screen.list.select(0)
    assert screen.form.go.text == "Continue"
    look.click(screen.form.go)
    assert done == [JoinPlan("Ada", (("192.168.1.7", 47820),), "", terms())]
    look.window.pop()
    (folder / FILE).write_bytes(b"")
    screen, done = listed(look, Ear(), stored_tournaments(tmp_path))
    screen.list.select(0)
    look.click("Take part" if screen.form.go.name == "Take part" else screen.form.go)
    assert done == [kept[0]]


def test_a_tournament_is_opened_with_the_settings_of_the_form(look: Driver) -> None:
    opened: list[tuple[OpenPlan, OpenSetup]] = []
    screen = OpenScreen(SETTINGS, OpenSetup(), lambda plan, setup: opened.append((plan, setup)), print)
    look.show(screen)
    look.click("Title")
    look.key("CTRL+A")
    look.type("Friday Cup")
    screen.kind.choose(2)
    assert not screen.rounds.enabled
    look.click("Require an invite code")
    look.click("Open it")
    ((plan, setup),) = opened
    assert (plan.title, plan.kind, plan.sizes, plan.code) == ("Friday Cup", "knock-out", (4, 2, 6), "")
    assert len(setup.plan("Ada").code) == 0 and len(OpenSetup().plan("Ada").code) == 10
    assert plan.opening(key(1)).title == "Friday Cup"


def test_the_form_for_another_game_has_the_seats_and_options_of_that_game(look: Driver) -> None:
    opened: list[OpenPlan] = []
    look.show(OpenScreen(SETTINGS, OpenSetup("Friday Cup"), lambda plan, setup: opened.append(plan), print))
    look.screen._change_game("midnight")  # type: ignore[attr-defined]
    look.step()
    look.click("Open it")
    (plan,) = opened
    assert (plan.game.name, plan.title, plan.sizes) == ("midnight", "Friday Cup", (4, 3, 5))
    assert plan.opening(key(1)).game == "midnight"


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda screen: screen.called.set("  "), "Enter a title"),
        (lambda screen: setattr(screen.least, "value", 5), "between the fewest and the most"),
        (lambda screen: screen.form.name.set(""), "Enter the name"),
    ],
)
def test_a_tournament_that_cannot_be_opened_is_explained(
    look: Driver, spoil: Callable[[Any], object], says: str
) -> None:
    opened: list[Any] = []
    screen = OpenScreen(SETTINGS, OpenSetup(), lambda *all: opened.append(all), print)
    look.show(screen)
    spoil(screen)
    look.click("Open it")
    assert not opened and says in screen.form.words.text
