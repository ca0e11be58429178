"""Replay of Bridgefront: the board, stage and animation of the match, above the hands."""

from __future__ import annotations

from client.games.bridgefront import order
from client.games.bridgefront.hand import Faces
from client.games.bridgefront.log.lines import LOG
from client.games.bridgefront.log.spans import EventSubjects, sentence_of, subjects_of
from client.games.bridgefront.view import BridgefrontTable
from client.games.bridgefront.view_model import Turn, with_faces
from client.table.hand import Hand
from client.table.log import StoryPanel
from client.table.replay import timeline
from client.table.replay.controller import ReplayController
from client.table.replay.frames import Chat, ReplayFrames
from client.table.replay.open_hands import OpenHands
from client.table.view import TableView
from client.ui import richtext
from client.ui.widget import Widget
from core.engine.game import Event, State
from core.games.bridgefront import events as e
from core.games.bridgefront.state import Bridgefront


class ReplayTimeline(timeline.ReplayTimeline):
    """Timeline of a replay of Bridgefront, which also writes the log."""

    def __init__(self, frames: ReplayFrames) -> None:
        super().__init__(frames)
        self.orders: list[list[Turn]] = [[]]
        """The resolve order after each step."""

    def turns(self, step: int) -> list[Turn]:
        """Return the resolve order after this number of steps."""
        return list(self.orders[step])

    def add_step(self, step: int) -> None:
        """Write the log of a step and record its resolve order."""
        super().add_step(step)
        turns = self.orders[-1]
        for event in self.frames.events[step]:
            turns = order.order_after(turns, event)
        self.orders.append(list(turns))

    def prepare_table(self, table: State, after: State) -> Bridgefront:
        """Return the table before the step, with the faces of the cards that appear in the step."""
        assert isinstance(table, Bridgefront) and isinstance(after, Bridgefront)
        return with_faces(table, after)

    def describe_event(self, after: State, event: Event) -> str:
        """Return the sentence that describes an event, with its cards and places as spans."""
        assert isinstance(after, Bridgefront)
        return sentence_of(self.names, after, event)

    def event_subjects(self, table: State | None, event: Event) -> EventSubjects:
        """Return the hexes, edges, seats and cards that an event concerns."""
        if isinstance(event, Chat):
            return EventSubjects(seats=(event.seat,))
        assert isinstance(table, Bridgefront)
        return subjects_of(table, event)

    def event_mark(self, event: Event, words: str) -> tuple[str, str]:
        """Return the mark on the timeline for the beginning of a round or a battle."""
        if isinstance(event, e.RoundBegan):
            return self.chapter, f"Round {event.round}"
        if isinstance(event, e.BattleBegan):
            return self.fight, richtext.plain_text(words)
        return "", ""


FLOOR = 200.0
"""Design pixels: height below which the hands and the replay bar are placed."""


def build(replay: ReplayController) -> None:
    """Build the table of a match, with the hands and the bar below it."""
    table, frames = replay.table, replay.frames
    assert isinstance(table, BridgefrontTable)
    ui, window = table.screen.ui, table.screen.window
    table.model.state = frames.states[0]
    table.build(FLOOR, replay.open_menu, replay.open_record)
    faces = Faces(window, table.model)
    table.hand, table.hands = Hand(faces), OpenHands(faces, frames.known_faces)
    ui.put(table.resources, (6, 56, 268, 162))
    ui.put(table.hand, (280, 52, 738, 144), "stretch")
    ui.put(table.hands, (12, 60, 1000, 130), "stretch")
    replay.build_bar()
    table.build_log(
        StoryPanel(table.names, LOG, table.highlight_subject, None, replay.go_to_line, table.pointing.link_tip), 56
    )
    table.on_choose = replay.set_view
    table.seat_players(table.model.table)


def beside_hand(table: TableView) -> tuple[Widget, ...]:
    """Return the panels that only this game has: mana, gold and the piles."""
    assert isinstance(table, BridgefrontTable)
    return (table.resources,)


def show_step(replay: ReplayController, step: int) -> None:
    """Show the resolve order of a step."""
    table, turns = replay.table, replay.replay_timeline
    assert isinstance(table, BridgefrontTable) and isinstance(turns, ReplayTimeline)
    table.model.turns = turns.turns(step)


def restage(table: TableView, told: list[Event]) -> None:
    """Restore the panels over the board for this moment of a step: resolving card, bids or battle."""
    assert isinstance(table, BridgefrontTable)
    view = table.board.view
    for event in told:
        if isinstance(event, e.ActionResolves):
            table.played.show(event.seat, event.kind, event.copy)
        elif isinstance(event, e.PhaseBegan):
            table.played.visible = table.sealed.visible = False
        elif isinstance(event, e.BidsShown):
            table.sealed.show(event.copy, event.bids)
        elif isinstance(event, e.TieDice):
            table.sealed.roll(event.rolls)
        elif isinstance(event, e.BattleBegan):
            table.battle.begin(event)
            view.lights.light("battle", [event.hex])
        elif isinstance(event, e.CombatRolled):
            table.battle.roll(event)
        elif isinstance(event, e.BattleEnded):
            table.battle.visible = False
            view.lights.light("battle", [])
