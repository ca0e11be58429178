"""What match and replay of Cabinet have in common: the table, what stands beside it, the log, who tells the steps."""

from __future__ import annotations

from collections.abc import Callable

from client.cabinet.board import Board
from client.cabinet.hand import Hand
from client.cabinet.log import Story
from client.cabinet.reveal import Flights, Reveal
from client.cabinet.words import ASKED, PHASES, card_tip, deck_size, phase_word
from client.kit.layout import Row
from client.kit.panel import Panel
from client.kit.richtext import escape
from client.kit.widget import Widget
from client.kit.widgets import Button, Label
from client.table.pick_scene import PickScene
from client.table.place import Place
from client.table.prompt import Prompt
from client.table.stage import Banner, Words
from client.table.top import TopBar
from client.table.turn_strip import Phases, TurnOrder
from core.cabinet import cards, payment
from core.cabinet.cards import CHALLENGE, MILESTONE, NO_CALM
from core.cabinet.events import MatchEnded
from core.cabinet.game import GAME
from core.cabinet.payment import PLEDGE
from core.cabinet.state import Cabinet
from core.cabinet.telling.catalogue import LOSERS
from core.cabinet.telling.words import places
from core.kernel.telling.words import count

FORECAST = 134.0
"""The height of what comes of it."""


class Scene(PickScene):
    """A table of Cabinet as it is shown. Lengths are design pixels of 1280x720."""

    game_name = GAME.name
    asked_in = ASKED
    hand: Hand
    board: Board

    # The regions ------------------------------------------------------------------------------------------------------

    def build_scene(
        self, on_pick: Callable[[Place], object], on_aim: Callable[[Place | None], object],
        on_menu: Callable[[], object], on_fair: Callable[[], object],
    ) -> None:  # fmt: skip
        """Everything but the log and the team, whose number is not known."""
        ui = self.ui
        ui.space_presses = False
        self.board = Board(self.model, on_pick, on_aim)
        self.when = Label("Cabinet", "accent", "heading", "title", name="Turn")
        self.phases, self.order = Phases(self.model, PHASES, self.asked), TurnOrder(self.model, self._order)
        self.top = TopBar(self.model, [self.when, self.phases, self.order], on_menu, on_fair)
        self.prompt = Prompt()
        self.words, self.banner = Words(self.timeline), Banner()
        self.forecast = Label("", size="small", markup=True, wrap=True, name="What comes of it")
        ui.put(self.board, (0, 0, 1018, 680), "stretch", "stretch")
        ui.put(self.banner, (216, 360, 712, 74), "stretch", "high")
        ui.put(self.top, (0, 680, 1280, 40), "stretch", "high")
        ui.put(self.prompt, (216, 645, 712, 30), "stretch", "high")
        self.spent = Button("Discards", self.open_discards, "discard", size="small", grow=1, height=30)
        self.done = Button("Achieved", self.open_achieved, "milestone", size="small", grow=1, height=30)
        ui.put(Row(self.spent, self.done, gap=6), (6, 8, 268, 30), "low", "low")
        panel = Panel(self.forecast, "What comes of it", 9)
        ui.put(panel, (1024, 676 - FORECAST, 250, FORECAST), "high", "high")

    def build_log(self, story: Story, floor: float) -> None:
        """The log, down to this height; and, above everything, the words that float."""
        self.story = story
        self.ui.put(story, (1024, floor, 250, 670 - FORECAST - floor), "high", "stretch")
        self.ui.put(self.words, (0, 0, 1280, 720), "stretch", "stretch")

    def seat_players(self, state: Cabinet) -> None:
        """The number of seats is known."""
        self.model.state = state
        self.say_strangers(self.model)
        self.board.seat(len(state.seats), deck_size(state, CHALLENGE) + len(state.challenges), *self.low)
        air = Flights(self.model, self.board, self.hand)
        self.ui.put(air, (0, 0, 1280, 720), "stretch", "stretch")
        self._reveal = Reveal(self.timeline, self.model, self.refresh, self.board, self.story, self.banner, self.words,
                              air)  # fmt: skip
        self._reveal.on_sound = self.sound_of
        self.refresh()

    def sound_of(self, event: object) -> None:
        """The sound of an event, the end of the match among them."""
        if isinstance(event, MatchEnded):
            self.sound_end(tuple(self.model.seats) if event.won else ())
        else:
            super().sound_of(event)

    def refresh(self) -> None:
        """The table as it is shown has changed."""
        super().refresh()
        state = self.model.state
        if state is not None:
            self.phases.now = phase_word(state)
            who = self.names.who(state.current) if state.current else ""
            self.when.text = f"Turn {state.turn}" if state.turn else "Set-up"
            self.order.name = f"{who} governs" if who else "Turn order"
            self.forecast.text = "\n".join(self._foreseen(state))
            if self.hand is not None:
                self.hand.refresh()

    def _order(self) -> list[int]:
        """Who governs after whom."""
        state = self.model.state
        return state.clockwise(state.current) if state is not None and state.turn else []

    # What comes of it -------------------------------------------------------------------------------------------------

    def _foreseen(self, state: Cabinet) -> list[str]:
        """What a payment would bring; else how the match stands."""
        if not state.at_stake:
            return self._standing(state)
        lines = []
        inquiry = self.board.inquiry
        if inquiry is not None and inquiry.asked_of is PLEDGE and inquiry.decision is not None:
            pledges = list(state.pledges)
            pledges[inquiry.seat] = inquiry.decision.cards
            assist = inquiry.decision.assist if inquiry.seat == state.current else state.assist
            giving = [(seat, pledges[seat]) for seat in state.clockwise(state.current)]
            filled = payment.fill(cards.cost(state.at_stake), giving, payment.assist_of(assist))
            if filled.missing:
                lines.append(f"{{warn}}:warning: Others would have to give {escape(places(filled.missing))}.{{/}}")
            else:
                lines.append("{good}:tick: With what you give it is paid.{/}")
        if cards.deck_of(state.at_stake) == MILESTONE:
            milestone = cards.milestone(state.at_stake)
            lines.append(f":score: Score {state.score} → *{state.score + milestone.points}* of {state.target}")
            if milestone.calm != NO_CALM:
                lines.append(f":calm: Calm {milestone.calm}: {count(len(state.challenges), 'Challenge')} in play")
            lines.append("{muted}If not: it goes under its deck, all keep their cards, the action is over.{/}")
        else:
            challenge = cards.CHALLENGES[cards.kind(state.at_stake)]
            loses = f"{LOSERS[challenge.who]} loses {count(challenge.penalty, 'card')}"
            lines.append(f"{{bad}}If not: it stays, and {loses}.{{/}}")
        return lines

    def _standing(self, state: Cabinet) -> list[str]:
        """How the match stands."""
        left = deck_size(state, CHALLENGE)
        many = len(state.challenges)
        lines = [f":score: *{state.score}* of {state.target} points", f":hourglass: at most {count(left, 'turn')} left"]
        if many >= state.limit:
            lines.append("{warn}:warning: The wall is full: two Challenges leave unseen each turn.{/}")
        if many:
            lines.append(f":discard: Upkeep: {count(many, 'card')} each turn")
        return lines

    # Panels above -----------------------------------------------------------------------------------------------------

    def open_discards(self) -> None:
        """The two discard piles, which all may look through."""
        state = self.model.state
        if state is None:
            return
        lines = []
        for title, copies in (("Resources", state.spent_resources), ("Ministries", state.spent_ministries)):
            named = [f"{len(group)} {cards.name(group[0])}" for group in cards.by_face(copies).values()]
            lines.append(f"*{title}*\n" + (escape(", ".join(named)) if named else "{muted}nothing{/}"))
        self.open_words("Discards", "\n".join([*lines, "{muted}An empty deck is shuffled from its discards.{/}"]))

    def open_achieved(self) -> None:
        """The Milestones of the team, and the Challenges that it has dealt with."""
        state = self.model.state
        if state is None:
            return
        won = [f"*+{cards.milestone(copy).points}*  {escape(cards.name(copy))}" for copy in state.achieved]
        solved = [escape(cards.name(copy)) for copy in state.solved]
        lines = won or ["{muted}No Milestone yet.{/}"]
        lines.append(f"{{muted}}Challenges paid or removed: {', '.join(solved) or 'none'}{{/}}")
        self.open_words("Achieved", "\n".join(lines))

    def card_tip(self, copy: int) -> str | Widget | None:
        """What is to be read beside a card of the log."""
        return card_tip(copy)
