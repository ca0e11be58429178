"""Replay screen of Bridgefront: the board, stage and animation of the match screen, above the hands."""

from __future__ import annotations

from client.art.theme import CARD_FULL
from client.games.bridgefront import order
from client.games.bridgefront.hand import CardWords, Hand
from client.games.bridgefront.log.lines import Story
from client.games.bridgefront.log.spans import EventSubjects, sentence_of, subjects_of
from client.games.bridgefront.scene import Scene
from client.games.bridgefront.standings import ranks
from client.games.bridgefront.view_model import Turn, card_texture, face_for, paint_emblem, with_faces
from client.table.replay import open_hands, timeline
from client.table.replay.frames import Chat, ReplayFrames
from client.table.replay.live import LiveViewer
from client.table.replay.viewer import ReplayLog, ReplayViewer
from client.ui import richtext
from client.ui.canvas import Canvas
from client.ui.controls.basic import Picture
from client.ui.controls.log import LogLine
from client.ui.hexes import Rect
from client.ui.widget import Widget
from core.engine.game import Event, Standing, State
from core.games.bridgefront import events as e
from core.games.bridgefront.catalogue import CARDS
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

    def tell_step(self, step: int) -> None:
        """Write the log of a step and record its resolve order."""
        super().tell_step(step)
        turns = self.orders[-1]
        for event in self.frames.events[step]:
            turns = order.order_after(turns, event)
        self.orders.append(list(turns))

    def prepared(self, table: State, after: State) -> Bridgefront:
        """Return the table before the step, with the faces of the cards that appear in the step."""
        assert isinstance(table, Bridgefront) and isinstance(after, Bridgefront)
        return with_faces(table, after)

    def words(self, after: State, event: Event) -> str:
        """Return the sentence that describes an event, with its cards and places as spans."""
        assert isinstance(after, Bridgefront)
        return sentence_of(self.names, after, event)

    def about(self, table: State | None, event: Event) -> EventSubjects:
        """Return the hexes, edges, seats and cards that an event concerns."""
        if isinstance(event, Chat):
            return EventSubjects(seats=(event.seat,))
        assert isinstance(table, Bridgefront)
        return subjects_of(table, event)

    def marked(self, event: Event, words: str) -> tuple[str, str]:
        """Return the mark on the timeline for the beginning of a round or a battle."""
        if isinstance(event, e.RoundBegan):
            return self.chapter, f"Round {event.round}"
        if isinstance(event, e.BattleBegan):
            return self.fight, richtext.plain(words)
        return "", ""


class OpenHands(CardWords, open_hands.OpenHands):
    """Open hands of a replay of Bridgefront, one row for each seat."""

    def sign(self, copy: int) -> tuple[str, str]:
        """Return the icon and the colour of a card's type."""
        kind = CARDS[self.shown.table.card[copy]].type
        return kind, {"champion": "bad", "victory": "vp", "spell": "info"}.get(kind, "accent")

    def picture(self, copy: int) -> str | Widget:
        """Return the large picture of a card."""
        face = face_for(self.shown.table, copy)
        texture = card_texture(self.window.textures, face, CARD_FULL, self.window.ui_scale)
        return Picture(texture, width=CARD_FULL[0], height=CARD_FULL[1])

    def emblem(self, canvas: Canvas, seat: int, rect: Rect) -> None:
        """Paint the sign of a seat's faction."""
        paint_emblem(canvas, self.shown, seat, rect)


FLOOR = 200.0
"""Design pixels: height below which the hands and the replay bar are placed."""


class ReplayStory(ReplayLog, Story):
    """Panel with the complete log of a match of Bridgefront."""


class ReplayScreen(ReplayViewer, Scene):
    """Replay screen of a match of Bridgefront, from its first step to its last, in either direction."""

    replay_timeline: ReplayTimeline
    replay_timelines = ReplayTimeline

    # Regions ----------------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Build the table of a match, with the hands and the bar below it."""
        ui, window = self.ui, self.window
        self.model.state = self.frames.states[0]
        self.build_scene(FLOOR, self.open_menu, self.open_record)
        self.hand, self.hands = Hand(window, self.model), OpenHands(window, self.model, self.frames.knowledge)
        ui.put(self.resources, (6, 56, 268, 162))
        ui.put(self.hand, (280, 52, 738, 144), "stretch")
        ui.put(self.hands, (12, 60, 1000, 130), "stretch")
        self.build_bar()
        self.seen = ReplayStory(self.names, lambda link: self.pointing.over(self.story, link), None,
                              self._go_to_line, self.pointing.tip)  # fmt: skip
        self.build_log(self.seen, 56)
        first = self.frames.states[0]
        assert isinstance(first, Bridgefront)
        self.seat_players(first, self.view_of)
        self.begin_viewing()

    def of_own(self) -> tuple[Widget, ...]:
        """Return the panels that only this game has: mana, gold and the piles."""
        return (self.resources,)

    def at_step(self, step: int) -> None:
        """Show a step, with its resolve order."""
        self.model.turns = self.replay_timeline.turns(step)
        super().at_step(step)

    def restage(self, told: list[Event]) -> None:
        """Restore the panels over the board for this moment of a step: resolving card, bids or battle."""
        for event in told:
            if isinstance(event, e.ActionResolves):
                self.played.show(event.seat, event.kind, event.copy)
            elif isinstance(event, e.PhaseBegan):
                self.played.visible = self.sealed.visible = False
            elif isinstance(event, e.BidsShown):
                self.sealed.show(event.copy, event.bids)
            elif isinstance(event, e.TieDice):
                self.sealed.roll(event.rolls)
            elif isinstance(event, e.BattleBegan):
                self.battle.begin(event)
                self.board.view.light("battle", [event.hex])
            elif isinstance(event, e.CombatRolled):
                self.battle.roll(event)
            elif isinstance(event, e.BattleEnded):
                self.battle.visible = False
                self.board.view.light("battle", [])

    def rest(self) -> bool:
        """Remove the pinned highlight; return True if there was one."""
        return self.pointing.rest()

    def pin(self, line: LogLine) -> None:
        """Highlight the hexes, Bridges and seats that a line of the log concerns."""
        self.pointing.pin(self.story, line)

    def ranks(self, standing: tuple[Standing, ...]) -> Widget:
        """Return a table of the standings, ordered by Permanence and gold."""
        return ranks(self.model, standing)

    def hide(self, hidden: bool) -> None:
        """Hide or show the panels, including the resolve order."""
        super().hide(hidden)
        self._show_order()


class LiveScreen(LiveViewer, ReplayScreen):
    """Live screen for spectators: a replay screen whose timeline grows during the match."""
