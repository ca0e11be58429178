"""The table of any game in one file, for matches, replays, spectators and big screens."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import arcade

from client.session.source import TableState
from client.table import log
from client.table.hand import CardFaces
from client.table.kit.animation import KitAnimation, KitFlights, with_links
from client.table.kit.board import KitBoard
from client.table.kit.looks import looks_of
from client.table.kit.paint import card_texture
from client.table.kit.places import Plate
from client.table.kit.prompts import SIDEBAR, KitControls, KitPrompt, KitWords, question_text
from client.table.kit.zones import find_zones
from client.table.pick.replay import Marks, PickTimeline
from client.table.pick.spec import PickSpec, pick_table
from client.table.plain.standings import StandingTable
from client.table.replay.timeline import Mark
from client.table.replay.timeline import Place as Moment
from client.table.spec import ReplaySpec, TableSpec
from client.table.view_model import ViewModel
from client.ui.richtext import escape
from client.ui.window import Window
from core.engine.events import AuditOwed, AuditPassed, CardsDrawn, HandMixed, PileLaid
from core.engine.game import Event, Standing, State, any_game
from core.engine.text.words import capitalise, format_count
from core.kit.game import KitGame
from core.kit.questions import KitQuestion
from core.kit.step import MatchEnded, Told
from core.kit.table import Table

ENGINE_EVENTS = (CardsDrawn, PileLaid, HandMixed, AuditPassed, AuditOwed)
MAX_PHASES = 5
"""Questions: maximum number in the strip of the top bar."""


class KitFaces(CardFaces):
    """The cards of a hand."""

    def __init__(self, game: KitGame, window: Window, shown: ViewModel) -> None:
        super().__init__(window, shown)
        self.kit, self.looks = game.kit, looks_of(game.kit)

    def card_name(self, copy: int) -> str:
        """Return the name of a card."""
        return capitalise(self.kit.card(copy))

    def card_text(self, copy: int) -> str:
        """Return the text and the other numbers of a card."""
        return self.looks.tip(copy)

    def card_tip(self, copy: int) -> str:
        """Return the tooltip of a card."""
        return f"*{escape(self.card_name(copy))}*\n{escape(self.card_text(copy))}".strip()

    def sort_key(self, copy: int) -> int:
        """Return the sort key of a card."""
        return self.looks.sort_key(copy)

    def face_texture(self, copy: int, large: bool, size: tuple[float, float]) -> arcade.Texture:
        """Return the texture of a card's face."""
        return card_texture(self.window.textures, self.looks.look(copy), size, self.window.ui_scale)


class KitTimeline(PickTimeline):
    """The timeline of a replay, with a mark at the beginning of each round."""

    def describe_event(self, after: State, event: Event) -> str:
        """Return the sentence of an event, with links to its cards."""
        game = self.spec.game
        assert isinstance(game, KitGame)
        return with_links(game, event, super().describe_event(after, event))

    def event_mark(self, event: Event, words: str) -> tuple[str, str]:
        """Return the mark of the end; the rounds get theirs from the state."""
        return (self.chapter, "The end") if isinstance(event, MatchEnded) else ("", "")

    def add_step(self, step: int) -> None:
        """Add the events of a step to the log, with a mark if a round begins."""
        game, states = self.frames.game, self.frames.states
        now = game.rounds(states[step + 1]) if step + 1 < len(states) else 0
        if now and now > game.rounds(states[step]):
            self.marks.append(Mark(Moment(step), self.chapter, f"Round {now}"))
        super().add_step(step)


def kit_table(game: KitGame) -> TableSpec:
    """Return the table of a game in one file."""
    asked = {kind: question for kind, question in game.questions.items() if isinstance(question, KitQuestion)}
    titles = {kind: question_text(question).title for kind, question in asked.items()}

    def ranks(model: ViewModel, standing: tuple[Standing, ...]) -> StandingTable:
        return StandingTable(any_game(game), model, standing)

    def seats_of(event: Event) -> tuple[int, ...]:
        return concerned_seats(game, event)

    def when(state: Table) -> str:
        return capitalise(game.progress(state))

    looks = looks_of(game.kit)
    phases = tuple(dict.fromkeys(titles.values())) if 1 < len(titles) <= MAX_PHASES else ()

    def card_tip(_state: TableState, copy: int) -> str:
        return f"*{escape(capitalise(game.kit.card(copy)))}*\n{escape(looks.tip(copy))}".strip()

    pick = PickSpec(
        any_game(game),
        heading=(game.title, "Round"),
        phases=phases,
        asked_in=titles if phases else {},
        when=when,
        order=lambda _state: [],
        board=partial(KitBoard, game),
        flights=KitFlights,
        narrator=partial(KitAnimation, game),
        faces=partial(KitFaces, game),
        log=log.LogSpec(write=format_line, seats_of=seats_of),
        card_tip=card_tip,
        question=partial(KitPrompt, game),
        sidebar=SIDEBAR,
        replay=Marks(MatchEnded, "round", "", title=lambda _event: "The end"),
        plate=Plate,
        ranks=ranks,
        length=lambda state: format_count(state.round, "round") if state.round else format_count(state.t, "step"),
        banner_at=(250, 380, 762, 74),
        prompt_at=(250, 642, 762, 30),
        action_height=290.0,
        begun=lambda state: bool(state.round or state.t > 1),
        open_faces=partial(KitFaces, game) if find_zones(game).own else None,
        words=KitWords,
        controls=KitControls,
    )
    table = pick_table(pick)
    return replace(
        table,
        replay=ReplaySpec(lambda frames: KitTimeline(frames, pick), table.replay.build, table.replay.at_step),
    )


def concerned_seats(game: KitGame, event: Event) -> tuple[int, ...]:
    """Return the seats that an event names."""
    if not isinstance(event, Told):
        return log.concerned_seats(event, "seat")
    kinds = game.kit.sentences.kinds(event.what)
    found: list[int] = []
    for field, value in event.values:
        if kinds.get(field) == "seat" and isinstance(value, int):
            found.append(value)
        elif kinds.get(field) == "seats" and isinstance(value, tuple):
            found += [seat for seat in value if isinstance(seat, int)]
    return tuple(dict.fromkeys(found))


def format_line(event: Event, told: str) -> log.Line:
    """Return the line of an event: rounds and the end stand out, and the engine's events are shown on request."""
    if isinstance(event, MatchEnded):
        return f"{{accent}}*{told}*{{/}}", {"action"}, 0.0
    if isinstance(event, Told) and "round" in dict(event.values):
        return f"{{accent}}{told}{{/}}", {"action"}, 0.0
    if isinstance(event, ENGINE_EVENTS):
        return f"{{muted}}{told}{{/}}", {log.ON_REQUEST}, 0.0
    return told, {"action"}, 6.0
