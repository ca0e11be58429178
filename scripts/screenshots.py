#!/usr/bin/env python3
"""Pictures of every state of every screen, the same each time: `python3 scripts/screenshots.py FOLDER [SCENE ...]`.

Without a folder it makes the chosen few of `docs/screens/`, small. Needs a display, or Xvfb. Each scene is taken at
1280x720, at 1920x1080, and at 1920x1080 with everything half as large again (a window of 1280x720 has no room for a
larger scale: everything stays as large as fits).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from pathlib import Path
from typing import Any

import environment

sys.path.insert(0, str(environment.ROOT))

SIZES = {"720": (1280, 720, 1.0), "1080": (1920, 1080, 1.0), "1080-large": (1920, 1080, 1.5)}
CHOSEN = ("menu", "battle-preview", "ask-bid", "reveal-card", "battle", "end", "replay", "cards")
"""The scenes kept in docs/screens, for the README and the guide."""
NAMES = ("Ada", "Ilse", "Marek", "Oda", "Priya", "Tomas")
SEED = "screens"


@dataclass(frozen=True)
class Moment:
    """A step of the match that the pictures show: the table before it, what happened, the table after it."""

    before: Any
    own: Any
    asked: Any
    events: list[Any]
    after: Any
    digest: bytes


@lru_cache(maxsize=4)
def match(seed: str = SEED, rounds: int = 9, **options: Any) -> list[Moment]:
    """The steps of a match of six bots."""
    from core.bots import BOTS
    from core.bridgefront.game import GAME
    from core.kernel.local import Table

    table = Table(GAME, {s: BOTS["heuristic"](seed, s) for s in range(1, 7)}, seed, {"vp_to_win": 0, **options})
    moments = []
    while not table.state.over and table.state.round <= rounds:
        before, own = table.state.clone(), table.secrets[1].copy()
        ask = GAME.asks(before).get(1)
        asked = ask if ask is not None and GAME.automatic(before, 1, own.copy()) is None else None
        events = table.step()[1]
        moments.append(Moment(before, own, asked, events, table.state.clone(), table.state.digest()))
    return moments


class Tape:
    """A source that tells what is on it."""

    shelf = kept = home = None
    timer = 60

    def __init__(self, *told: Any) -> None:
        self.told: list[Any] = list(told)

    def drain(self) -> list[Any]:
        """Everything at once."""
        told, self.told = self.told, []
        return told

    def decide(self, decision: Any, own: Any) -> None:
        """Nothing comes of it."""

    def take_back(self) -> None:
        """Nothing to take back."""

    def chat(self, text: str) -> None:
        """Nobody hears it."""

    def close(self) -> None:
        """Nothing to close."""


class Stage:
    """The window of the pictures; `driver` has one already."""

    def __init__(self, driver: Any = None) -> None:
        from client.bridgefront.keys import KEYS
        from client.kit import theme as themes
        from client.kit.keys import Keymap
        from client.look import game_theme
        from tests.client.driver import Driver, open_test_window

        themes.use(game_theme())
        self.driver = driver or Driver(open_test_window(4096), Path())
        self.window = self.driver.window
        self.window.keys = Keymap(KEYS)

    def clear(self) -> None:
        """An empty window."""
        from client.bridgefront.keys import KEYS
        from client.kit.keys import Keymap

        self.window.clear_screens()
        self.window.keys = Keymap(KEYS)
        self.driver.at = (-1.0, -1.0)
        if self.window.textures.fullness() > 0.4:
            self.window.textures.keep_only(-1.0)

    def show(self, screen: Any) -> Any:
        """A screen, alone."""
        self.clear()
        self.driver.show(screen)
        return screen

    def settle(self, seconds: float = 0.6) -> None:
        """What moves comes to rest, the Roil is painted."""
        self.driver.pass_time(seconds)
        self.driver.step(frames=10)

    # Matches ----------------------------------------------------------------------------------------------------------

    def table(self, *told: Any, before: list[Moment] = []) -> Any:  # noqa: B006 - never changed
        """A match screen that hears this; the log holds what happened `before`."""
        from client.bridgefront.match import MatchScreen
        from client.source import Heard
        from net.reports import Seated, Stepped

        first = before[0].before if before else told[0].state
        seated = Heard(Seated(b"", NAMES), first.clone(), None, (), b"")
        steps = [Heard(Stepped(m.before.t, {}, b"", m.events, m.digest), m.after.clone(), m.own.copy(), (), m.digest)
                 for m in before]  # fmt: skip
        screen = MatchScreen(Tape(seated, *steps), speed=inf)
        self.show(screen)
        self.settle(0.1)
        screen.timeline.speed = 1.0
        screen.source.told = list(told)
        self.settle()
        return screen

    def asked(self, moment: Moment, owed: tuple[int, ...] = (1, 3, 5)) -> Any:
        """A match screen that is asked what seat 1 is asked here."""
        from client.source import Heard
        from net.reports import Asked, Owed

        moments = match()
        at = moments.index(moment) if moment in moments else 0
        heard = Heard(Asked(moment.before.t, moment.asked), moment.before.clone(), moment.own.copy(),
                      tuple(Owed(seat, "decision") for seat in owed), b"")  # fmt: skip
        return self.table(heard, before=moments[max(0, at - 12) : at])

    def told(self, moment: Moment, until: Callable[[Any], bool], limit: float = 60.0) -> Any:
        """A match screen in the middle of telling a step, as soon as this holds."""
        from client.source import Heard
        from net.reports import Stepped

        moments = match()
        at = moments.index(moment) if moment in moments else 0
        screen = self.table(before=moments[max(0, at - 10) : at] or moments[:1])
        screen.source.told = [Heard(Stepped(moment.before.t, {}, b"", moment.events, moment.digest),
                                    moment.after.clone(), moment.own.copy(), (), moment.digest)]  # fmt: skip
        frames = 0
        while frames < limit * 60 and not until(screen):
            self.window._dispatch_updates(1 / 60)
            frames += 1
        self.driver.step(frames=3)
        return screen


def first(test: Callable[[Moment], bool], least_round: int = 4) -> Moment:
    """The first moment of the match, from a round on, of which this holds."""
    for moment in match():
        if moment.before.round >= least_round and test(moment):
            return moment
    raise LookupError("the match has no such moment")


def asks(kind: str) -> Callable[[Moment], bool]:
    """Whether seat 1 is asked this."""
    return lambda m: m.asked is not None and m.asked.kind == kind


def answers(inquiry: Any, goal: Callable[[Any], bool], depth: int = 7) -> list[Any] | None:
    """Answers with which an inquiry comes to such a point, the shortest found first."""
    from client.bridgefront.plan import ENOUGH

    if goal(inquiry):
        return []
    question = inquiry.question
    if question is None or depth == 0:
        return None
    for value in (*question.targets[:24], *([ENOUGH] if question.enough else [])):
        if value == "done":
            continue
        inquiry.answer(value)
        rest = answers(inquiry, goal, depth - 1)
        inquiry.undo()
        if rest is not None:
            return [value, *rest]
    return None


def planned(stage: Stage, goal: Callable[[Any], bool], least_round: int = 4) -> Any:
    """A match screen with a plan that has come to such a point."""
    from client.bridgefront.questions import Inquiry

    for moment in match():
        if moment.before.round < least_round or not asks("action")(moment):
            continue
        way = answers(Inquiry(moment.before.clone(), 1, moment.own.copy(), moment.asked), goal)
        if way is not None:
            screen = stage.asked(moment)
            for value in way:
                screen.answer(value)
            stage.settle()
            return screen
    raise LookupError("no plan comes to such a point")


def question_is(kind: str, *parts: str) -> Callable[[Any], bool]:
    """Whether an inquiry asks this now, after answers to questions of these kinds."""

    def test(inquiry: Any) -> bool:
        if inquiry.question is None or inquiry.question.kind != kind:
            return False
        before = [question.kind for question, _ in inquiry.history]
        return all(part in before for part in parts)

    return test


def fights(inquiry: Any) -> bool:
    """Whether a plan is ready that leads into enemies."""
    from client.bridgefront.plan_view import planned as walks_of

    if inquiry.question is not None:
        return False
    walks = walks_of(inquiry)[0]
    state = inquiry.state
    return any(state.enemies_at(path[-1], inquiry.seat) for _, path in walks)


# Scenes ---------------------------------------------------------------------------------------------------------------

SCENES: dict[str, Callable[[Stage], object]] = {}


def scene(function: Callable[[Stage], object]) -> Callable[[Stage], object]:
    """A picture, named by its function."""
    SCENES[function.__name__.replace("_", "-")] = function
    return function


def app(stage: Stage, home: Path | None = None) -> Any:
    """The program at its main menu."""
    from client.app import App
    from client.settings import Settings

    stage.clear()
    program = App(stage.window, Settings(name="Ada"), None, lambda setup, settings: Tape(), home)
    program.menu()
    stage.driver.step()
    stage.settle()
    return program


@scene
def menu(stage: Stage) -> None:
    app(stage)
    stage.driver.key("TAB")


@scene
def solo(stage: Stage) -> None:
    app(stage).solo()
    stage.settle()


@scene
def cards(stage: Stage) -> None:
    app(stage).cards()
    stage.settle()


@scene
def host(stage: Stage) -> None:
    app(stage).host()
    stage.settle()


@scene
def join(stage: Stage) -> None:
    app(stage).join()
    stage.settle()


def kept_matches() -> Path:
    """A folder with two matches that are not over, and three that are."""
    from net.kept import MATCH, Progress, note

    home = Path(tempfile.mkdtemp(prefix="tether-"))
    for number, where in enumerate(("round 4: action, step 2", "round 1: market")):
        match = home / "matches" / f"{number:016}-1"
        match.mkdir(parents=True)
        (match / MATCH).write_bytes(b"")
        note(match, Progress(NAMES[: 3 + number], 40, where, False))
    (home / "records").mkdir()
    for day, names in ((19, NAMES[:4]), (20, NAMES), (21, NAMES[:2])):
        (home / "records" / f"2026-11-{day} 20.15 {' - '.join(names)}.tether").write_bytes(b"")
    return home


def of_matches(stage: Stage) -> None:
    """The list of matches."""
    program = app(stage, kept_matches())
    program.my_matches()
    stage.settle()


@scene
def my_matches(stage: Stage) -> None:
    of_matches(stage)


@scene
def my_matches_export(stage: Stage) -> None:
    of_matches(stage)
    stage.driver.key("DOWN", "DOWN", "DOWN")
    stage.driver.click("Export")


@scene
def my_matches_delete(stage: Stage) -> None:
    of_matches(stage)
    stage.driver.click("Delete")


@scene
def away(stage: Stage) -> None:
    in_trouble(stage, 14)


@scene
def away_agreed(stage: Stage) -> None:
    W = (1, 2, 4, 5, 6)
    in_trouble(stage, 21, tuple((seat, W) for seat in W))


@scene
def stopped(stage: Stage) -> None:
    from client.source import Found, Over
    from net.record import MatchRecord
    from net.reports import Verdict

    screen = in_trouble(stage, 0)
    verdict = Verdict(3, 41, "fork", "two versions of this entry, both signed (may be a restored copy)")
    screen._stop(screen.names.plain(str(verdict)), verdict)
    home = Path("/home/ada/.local/share/tether/matches/3fa29c0155d0f855-1")
    screen.hear(Found(home / "3fa29c01-step-41-seat-3-fork.evidence"))
    screen.hear(Over(MatchRecord(None, (), ()), ""))


def in_trouble(stage: Stage, silent: int, motions: tuple[Any, ...] = ()) -> Any:
    """A table that waits for its third seat, of which nothing is heard."""
    from client.source import Awaited, PeerSeen, TableNow

    screen = stage.asked(first(asks("action")))
    peers = tuple(PeerSeen(seat, True, silent if seat == 3 else 0) for seat in range(2, 7))
    screen.hear(TableNow(peers, (Awaited(3, "commit", silent),), (), motions, ((1, 2, 4, 5, 6),)))
    stage.settle(0.2)
    return screen


@lru_cache(maxsize=1)
def record() -> Path:
    """The record of a whole match of four bots."""
    from core.bots import BOTS
    from core.bridgefront.game import GAME
    from net import record as records
    from net.match import play_local

    players = [BOTS["heuristic"](SEED, seat) for seat in range(1, 5)]
    played = play_local(GAME, 4, {}, SEED, players, names=NAMES[:4])
    path = Path(tempfile.mkdtemp(prefix="tether-")) / "2026-11-21 20.15 Ada - Ilse - Marek - Oda.tether"
    records.write(path, played.record)
    return path


def seen_again(stage: Stage, kind: str = "battle") -> Any:
    """A replay, just after the dice of its last battle, or at the beginning of its fourth round."""
    app(stage).watch(record())
    stage.driver.screen.loading.wait(600)
    stage.driver.step(frames=2)
    screen = stage.driver.screen
    while len(screen._lines) < len(screen.reel.entries):
        stage.window._dispatch_updates(1 / 60)
    mark = [mark for mark in screen.reel.marks if mark.kind == kind][-1 if kind == "battle" else 3]
    rolled = [e for e in screen.reel.entries if e.place > mark.place and type(e.event).__name__ == "CombatRolled"]
    screen.go_to(rolled[1].place if kind == "battle" else mark.place)
    stage.settle(1.0)
    return screen


@scene
def replay(stage: Stage) -> None:
    seen_again(stage)


@scene
def replay_of_a_seat(stage: Stage) -> None:
    screen = seen_again(stage, "round")
    for _ in range(3):
        stage.driver.key("PERIOD")
    screen.view_of(2)
    stage.settle(1.5)


@scene
def replay_record(stage: Stage) -> None:
    seen_again(stage, "round")
    stage.driver.key("F2")
    stage.settle()


@scene
def replay_refused(stage: Stage) -> None:
    app(stage).watch(Path(__file__))
    stage.driver.screen.loading.wait(600)
    stage.settle()


@scene
def tutorial(stage: Stage) -> None:
    app(stage).learn()
    stage.settle(2.0)


@scene
def rules(stage: Stage) -> None:
    from client.screens.rules import RulesScreen

    app(stage)
    stage.window.push(RulesScreen())
    stage.settle()


@scene
def cards_search(stage: Stage) -> None:
    app(stage).cards()
    stage.driver.click("Search")
    stage.driver.type("bridge")
    stage.settle()


def settings_page(title: str) -> None:
    """A scene for each page of the settings."""

    def show(stage: Stage) -> None:
        app(stage).options()
        stage.driver.screen.tabs.show(title)  # type: ignore[attr-defined]
        stage.driver.key("TAB")
        stage.settle()

    SCENES[f"settings-{title.lower()}"] = show


for page in ("Display", "Sound", "Keys", "Access", "You"):
    settings_page(page)


@scene
def settings_key_asked(stage: Stage) -> None:
    app(stage).options()
    stage.driver.screen.tabs.show("Keys")  # type: ignore[attr-defined]
    stage.settle()
    stage.driver.click("Change the key")
    stage.settle()


@scene
def settings_reset(stage: Stage) -> None:
    app(stage).options()
    stage.driver.screen.tabs.show("You")  # type: ignore[attr-defined]
    stage.driver.click("All as they were at first")
    stage.settle()


def asked_scene(kind: str, least_round: int = 4) -> None:
    """A scene for a kind of ask."""

    def show(stage: Stage) -> None:
        stage.asked(first(asks(kind), least_round))

    SCENES["ask-" + kind.replace(" ", "-")] = show


for ask, from_round in (("factions", 0), ("capitals", 0), ("bridges", 0), ("free card", 0), ("bid", 5), ("action", 5),
                        ("study", 3), ("collect", 3), ("picks", 3), ("lay", 2), ("scout", 2)):  # fmt: skip
    asked_scene(ask, from_round)


@scene
def action_hover(stage: Stage) -> None:
    screen = stage.asked(first(asks("action"), 5))
    rect = screen.hand.rect
    stage.driver.move((rect.x + rect.w * 0.42, 60.0))
    stage.settle(1.0)


@scene
def action_keys(stage: Stage) -> None:
    stage.asked(first(asks("action"), 6))
    stage.driver.key("TAB", "E", "E")
    stage.settle(1.0)


@scene
def plan_edge(stage: Stage) -> None:
    planned(stage, question_is("edge"))


@scene
def plan_hex(stage: Stage) -> None:
    planned(stage, question_is("hex"), 6)


@scene
def plan_stack(stage: Stage) -> None:
    planned(stage, question_is("stack"), 5)


@scene
def plan_path(stage: Stage) -> None:
    planned(stage, question_is("path", "stack"), 6)


@scene
def plan_card(stage: Stage) -> None:
    planned(stage, question_is("card"), 4)


@scene
def battle_preview(stage: Stage) -> None:
    planned(stage, fights, 5)


@scene
def locked(stage: Stage) -> None:
    screen = planned(stage, fights, 6)
    screen.commit()
    stage.settle()


@scene
def why_not(stage: Stage) -> None:
    screen = planned(stage, question_is("path"), 6)
    state = screen.sight.table
    far = [h for h in range(len(state._grid.hexes)) if h not in screen.board.targets][len(state._grid.hexes) // 2]
    s = stage.window.ui_scale
    x, y = screen.board.view.on_screen(far)
    stage.driver.move((x / s, y / s))
    stage.settle(1.0)


@scene
def hex_tip(stage: Stage) -> None:
    screen = stage.asked(first(asks("action"), 6))
    state = screen.sight.table
    held = next(h for h in (*state.mines, *state.forges) if state.players_at(h))
    s = stage.window.ui_scale
    x, y = screen.board.view.on_screen(held)
    stage.driver.move((x / s, y / s))
    stage.settle(1.0)


@scene
def seat_tip(stage: Stage) -> None:
    screen = stage.asked(first(asks("action"), 6))
    stage.driver.move(screen._seats.panels[3])
    stage.settle(1.0)


def happens(*names: str) -> Callable[[Moment], bool]:
    """Whether events of these classes happen in a step."""
    return lambda m: {*names} <= {type(x).__name__ for x in m.events}


@scene
def reveal_card(stage: Stage) -> None:
    stage.told(first(happens("ActionResolves", "StackMoved"), 5), lambda s: s.played.visible and s.played.copy)


@scene
def battle(stage: Stage) -> None:
    def fought(m: Moment) -> bool:
        return sum(len(x.dice) for x in m.events if type(x).__name__ == "CombatRolled") >= 9

    stage.told(first(fought, 4), lambda s: s.battle.visible and len(s.battle.throws) >= 2)


@scene
def battle_end(stage: Stage) -> None:
    stage.told(first(happens("BattleEnded", "ChampionDied"), 3), lambda s: s.battle.visible and s.battle.outcome)


@scene
def siege(stage: Stage) -> None:
    def besieged(m: Moment) -> bool:
        return any(type(x).__name__ == "BattleBegan" and x.siege for x in m.events)

    stage.told(first(besieged, 2), lambda s: s.battle.visible and s.battle.siege and s.battle.throws)


@scene
def bids(stage: Stage) -> None:
    stage.told(first(happens("BidsShown"), 5), lambda s: s.sealed.visible and s.sealed.bids)


@scene
def bids_tie(stage: Stage) -> None:
    stage.told(first(happens("BidsShown", "TieDice"), 2), lambda s: s.sealed.visible and s.sealed.dice)


@scene
def scoring(stage: Stage) -> None:
    def shown(screen: Any) -> bool:
        return any(type(w).__name__ == "Spoken" and "Permanence" in w.text for w in screen.words.children)

    stage.told(first(happens("Scored"), 4), shown)


@scene
def age(stage: Stage) -> None:
    stage.told(first(happens("AgeBegan"), 2), lambda s: s.banner.visible and s.banner.text.startswith("The "))


@scene
def waiting(stage: Stage) -> None:
    moment = first(asks("action"), 6)
    screen = stage.asked(moment, owed=(1, 4, 6))
    way = answers(screen.inquiry, lambda i: i.question is None) or []
    for value in way:
        screen.answer(value)
    screen.commit()
    stage.settle()


@scene
def refused(stage: Stage) -> None:
    from client.source import Refusal

    screen = stage.asked(first(asks("action"), 6))
    screen.source.told = [Refusal("It is too late to take it back.")]
    stage.settle()


@scene
def verdict(stage: Stage) -> None:
    from client.source import Heard
    from net.reports import Verdict

    moment = first(asks("action"), 6)
    screen = stage.asked(moment)
    verdict_ = Verdict(6, moment.before.t, "two commits", "signed two different commits for this step")
    screen.source.told = [Heard(verdict_, moment.before.clone(), moment.own.copy(), (), b"")]
    stage.settle()


@scene
def fairness(stage: Stage) -> None:
    screen = stage.asked(first(asks("action"), 7))
    screen.open_fairness()
    stage.settle()


@scene
def match_menu(stage: Stage) -> None:
    screen = stage.asked(first(asks("action"), 6))
    screen.on_settings = lambda: None
    stage.driver.key("ESCAPE")
    stage.settle()


@scene
def pile(stage: Stage) -> None:
    screen = stage.asked(first(asks("action"), 6))
    screen.open_pile("draw")
    stage.settle()


@scene
def chat(stage: Stage) -> None:
    from client.source import Heard
    from net.reports import Said

    screen = stage.asked(first(asks("action"), 6))
    for seat, text in ((3, "Well played."), (5, "That mine was mine :)"), (1, "We shall see.")):
        screen.source.told.append(Heard(Said(seat, text), None, None, (), b""))
    stage.settle()
    stage.driver.key("T")
    stage.settle()


@scene
def end(stage: Stage) -> None:
    from client.screens.end import EndScreen
    from client.source import Heard
    from core.bridgefront.game import GAME
    from net.reports import Finished

    moments = finished()
    standing, last = tuple(GAME.standing(moments[-1].after)), moments[-1]
    over = Heard(Finished(last.after.t, last.digest, standing), last.after.clone(), None, (), last.digest)
    screen = stage.table(over, before=moments[-3:])
    stage.window.push(EndScreen(screen.sight, standing, lambda: None, lambda: None))
    stage.settle()


@lru_cache(maxsize=1)
def finished() -> list[Moment]:
    """The steps of a match that ends."""
    from core.bots import BOTS
    from core.bridgefront.game import GAME
    from core.kernel.local import Table

    table = Table(GAME, {s: BOTS["heuristic"](SEED, s) for s in range(1, 7)}, SEED)
    moments: list[Moment] = []
    while not table.state.over:
        before, own = table.state.clone(), table.secrets[1].copy()
        events = table.step()[1]
        moments = [*moments[-4:], Moment(before, own, None, events, table.state.clone(), table.state.digest())]
    return moments


# Taking them ----------------------------------------------------------------------------------------------------------


def pictures(stage: Stage, names: list[str], sizes: list[str]) -> Iterator[tuple[str, str, Any]]:
    """Scene, size, picture."""
    for size in sizes:
        stage.clear()
        w, h, scale = SIZES[size]
        stage.driver.resize(w, h, scale)
        for name in names:
            SCENES[name](stage)
            yield name, size, stage.driver.shot()
    stage.clear()


def main() -> int:
    """Takes the pictures; 1 if a scene cannot be reached, which is said."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="where; without it docs/screens, the chosen few")
    parser.add_argument("scenes", nargs="*", help="which; all if none is named")
    parser.add_argument("--size", choices=SIZES, action="append", help="only this size")
    given = parser.parse_args()
    import tests.client.conftest  # noqa: F401  (a display, before Arcade is imported)

    chosen = given.scenes or (list(CHOSEN) if given.folder is None else list(SCENES))
    folder = given.folder or environment.ROOT / "docs" / "screens"
    sizes = given.size or (["720"] if given.folder is None else list(SIZES))
    folder.mkdir(parents=True, exist_ok=True)
    stage, failed = Stage(), 0
    for size in sizes:
        for name in chosen:
            try:
                for _, _, picture in pictures(stage, [name], [size]):
                    small = picture.quantize(256, dither=0, kmeans=4)  # without kmeans the colours of seats are lost
                    path = folder / (f"{name}.png" if given.folder is None else f"{name}-{size}.png")
                    small.save(path, optimize=True)
                    print(path, flush=True)
            except LookupError as missing:
                print(f"{name}: {missing}", file=sys.stderr)
                failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
