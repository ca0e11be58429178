"""The animation of a step of a game in one file: sealed choices are opened, and cards fly to where they then lie."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from client.session.source import TableState
from client.table.animation import flight
from client.table.animation.animation import EventSteps
from client.table.animation.stage import Banner, FloatingTextLayer
from client.table.kit.board import KitBoard
from client.table.kit.layout import Plan
from client.table.kit.paint import paint_card, paint_deck_back, paint_seat_back
from client.table.kit.zones import DECK, HAND, PLAYED, TAKEN, CardSpot
from client.table.log import StoryPanel
from client.table.pick.animation import PickAnimation
from client.table.view_model import ViewModel
from client.ui.canvas import Canvas
from client.ui.easing import Step, call, parallel, sequence, wait
from client.ui.hexes import Point, Rect
from client.ui.richtext import escape
from client.ui.timeline import Timeline
from core.engine.events import CardsDrawn, CardsDrawnOpenly, CardTaken
from core.engine.game import Event, any_game
from core.engine.text.words import capitalise
from core.kit.game import KitGame
from core.kit.questions import FromOffers, KitQuestion, Play, PlaySeveral
from core.kit.sources import CARD
from core.kit.step import MatchEnded, Told
from core.kit.table import Table

TOLD_SECONDS, END_SECONDS, OPEN_SECONDS, SECONDS = 0.75, 1.2, 0.6, 0.45
"""Seconds for which a sentence, the end, and opened choices stay before the next event; seconds of a flight."""


class KitFlights(flight.Flights[KitBoard]):
    """The anchors between which cards fly."""

    def seat_position(self, seat: int) -> Point:
        """Return the position of a seat."""
        return self.board.plates[seat].rect.center

    def deck_position(self, seat: int) -> Point:
        """Return the position of a seat's own deck, which is on its plate."""
        r = self.board.plates[seat].rect
        return r.right - 20 * self.unit, r.center[1]

    def visible_copy(self, seat: int, entry: int) -> int:
        """Return the copy of an entry, since only open cards fly face up."""
        return abs(entry)

    def turn_over(
        self,
        seat: int,
        copies: Sequence[int],
        start: Point,
        goal: Point,
        closed: bool,
        size: tuple[float, float] | None = None,
    ) -> Step:
        """Return the step in which cards of this size fly side by side; closed ones turn face up on the way."""
        cards = []
        for at, copy in enumerate(copies):
            card = flight.FlyingCard(self, seat, copy, start)
            if not seat and copy:  # a card of a common deck
                looks = self.board.facts.looks
                card.paint_back = partial(paint_deck_back, looks.back(looks.set_index(copy)))
            if size is not None:
                card.rect = Rect(start[0] - size[0] / 2, start[1] - size[1] / 2, *size)
            card.rect = card.rect.moved(min(22.0, card.rect.w * 0.3) * (at - (len(copies) - 1) / 2), 0)
            cards.append(card)
        return flight.flight_of(self, cards, start, goal, (-1.0, 1.0) if closed else None, SECONDS, 0.0)

    def paint_card(self, canvas: Canvas, seat: int, copy: int, box: Rect) -> None:
        """Paint a flying card: its face, or its back if the face is not known."""
        if copy:
            paint_card(self.board.facts.looks, copy, canvas, box)
        elif seat:
            paint_seat_back(canvas, seat, self.model.palette, box)


class KitAnimation(PickAnimation[Table, KitBoard, KitFlights]):
    """The animation of any game in one file."""

    seconds: Mapping[type, float] = {Told: TOLD_SECONDS, MatchEnded: END_SECONDS}  # type: ignore[misc]  # read only
    ends = MatchEnded
    boundaries = (Told, MatchEnded)

    def __init__(
        self, game: KitGame, timeline: Timeline, model: ViewModel, refresh: Callable[[], object], board: KitBoard,
        log: StoryPanel, banner: Banner, words: FloatingTextLayer, air: KitFlights,
    ) -> None:  # fmt: skip
        super().__init__(timeline, model, refresh, board, log, banner, words, air)
        self.game, self.rules, self.kit = any_game(game), game, game.kit
        self._asked: dict[int, tuple[tuple[int, str], ...]] = {}
        """The questions of the queued steps, by the number of the step."""
        self._opened = -1
        """The number of the step whose choices have been opened."""

        self._played_now: dict[int, int] = {}
        """The seats of the cards that were opened in this step, by copy."""

    # Steps ------------------------------------------------------------------------------------------------------------

    def queue_step(
        self,
        before: TableState,
        after: TableState,
        events: Sequence[Event],
        moments: Sequence[TableState],
        then: Callable[[], object],
        ahead: int = 0,
    ) -> None:
        """Queue a step, and remember its questions."""
        self._asked[before.t] = tuple((seat, kind) for seat, kind, _ in before.asking)
        super().queue_step(before, after, events, moments, then, ahead)

    def show(self, state: Table) -> None:
        """Draw the table; before the sealed cards of a step are opened, no card is played."""
        asked = any(kind in self.board.zones.hand_questions for _, kind in self._asked.get(state.t, ()))
        self.board.opening = asked and self.shown.telling and self._opened != state.t
        super().show(state)

    def _clear_stage(self) -> None:
        super()._clear_stage()
        self._opened, self._played_now, self.board.opening = -1, {}, False
        self._lift(())

    def add_links(self, event: Event, words: str) -> str:
        """Return the sentence with links to its cards."""
        return with_links(self.rules, event, words)

    # Events -----------------------------------------------------------------------------------------------------------

    def event_steps(self, event: Event) -> EventSteps:
        """Open the sealed choices before the first event of a step; then show the event."""
        before, after = super().event_steps(event)
        first: tuple[Step, ...] = ()
        t = self.shown.table.t
        if self._opened != t:
            self._opened = t
            first = self._opening_steps(t)
        if isinstance(event, Told) and "round" in dict(event.values):
            first += self.show_banner(f"Round {dict(event.values)['round']}", "", 0.55)
        return (*first, *before), (*self._gain_steps(event), *after)

    def _opening_steps(self, t: int) -> tuple[Step, ...]:
        """Return the steps in which the choices of all seats are opened together."""
        decided = self.shown.decided.get(t, {})
        turned: list[Step] = []
        said: list[Step] = []
        for seat, kind in self._asked.get(t, ()):
            question, decision = self.rules.questions.get(kind), decided.get(seat)
            if not isinstance(question, KitQuestion) or decision is None:
                continue
            value = question.value(decision)
            if isinstance(decision, (Play, PlaySeveral)):
                turned += self._play_steps(seat, value if isinstance(value, tuple) else (value,), question.together)
            elif isinstance(question, FromOffers) and question.shown != CARD:
                words = self.shown.names.plain_name(int(value)) if question.shown == "seat" else capitalise(str(value))
                said.append(self.float_text(self.air.seat_position(seat), words, f"seat_{seat}"))
        if not turned and not said:
            return ()
        return (*((parallel(*turned, gap=0.05),) if turned else ()), *said, wait(OPEN_SECONDS if said else 0.15))

    def _play_steps(self, seat: int, copies: tuple[int, ...], together: bool) -> list[Step]:
        """Return the steps in which cards of a hand come to their place; sealed ones turn over there."""
        slot = self.board.plan.slots.get(seat)
        if slot is None or not copies:
            return []
        self._played_now.update(dict.fromkeys(copies, seat))
        box = self.board.on_screen(slot)
        own = seat == self.shown.own
        start = box.center if together else self.air.hand_position(seat, copies[0])
        flights: list[Step] = [self.air.turn_over(seat, copies, start, box.center, together, (box.w, box.h))]
        if own:
            hand, gone = self.air.hand, set(copies)
            flights.insert(0, call(lambda: hand.set_items([held for held in hand.cards if held[0] not in gone])))
        return [sequence(*flights)]

    def flights(self, event: Event) -> tuple[Step, ...]:
        """Return the flights of all cards that lie elsewhere after the event."""
        if isinstance(event, (CardsDrawn, CardsDrawnOpenly)):
            many = event[1]
            faces = many if isinstance(event, CardsDrawnOpenly) else (0,) * len(many)
            start, goal = self.air.deck_position(event.seat), self.air.hand_position(event.seat)
            return (self.air.fly(event.seat, faces, start, goal),) if start != goal else ()
        if isinstance(event, CardTaken):
            start = self._giving_position(event.giver)
            return (self.air.fly(event.giver, (event.copy,), start, self.air.hand_position(event.taker)),)
        if self.following is None:
            return ()
        here, there = self.board.plan, self.board.make_plan(self.following)
        ways: dict[tuple[CardSpot, CardSpot], list[int]] = {}
        for copy in {**here.spots, **there.spots}:
            old = here.spots.get(copy) or self._source_spot(copy)
            if old.where == HAND and copy in self._played_now:
                old = CardSpot(PLAYED, self._played_now[copy])
            new = there.spots.get(copy) or self._goal_spot(copy, self.following)
            if old != new and HAND not in (old.where, new.where) and new.where != PLAYED:
                ways.setdefault((old, new), []).append(copy)
        if not ways:
            return ()
        moved = [copy for copies in ways.values() for copy in copies]
        steps = [self._move(copy, old, new, there) for (old, new), copies in ways.items() for copy in copies[:8]]
        return call(lambda: self._lift(moved)), parallel(*steps, gap=0.07)

    def _source_spot(self, copy: int) -> CardSpot:
        """Return where a card comes from or goes to that does not lie on the table: its deck, or a hand."""
        index = self.board.facts.looks.set_index(copy)
        return CardSpot(HAND) if self.kit.sets[index].own or self.kit.sets[index].batch else CardSpot(DECK, index)

    def _goal_spot(self, copy: int, state: Table) -> CardSpot:
        """Return where a card goes that leaves the table: the hand of a seat, or its deck."""
        taker = next((seat for seat in state.seats if copy in state.piles.shown[seat]), 0)
        return CardSpot(TAKEN, taker) if taker else self._source_spot(copy)

    def _giving_position(self, seat: int) -> Point:
        """Return where a card comes from that a seat gives away: its place on the table, or else its hand."""
        slot = self.board.plan.slots.get(seat)
        lies = slot is not None and self.shown.table_of(Table).face_down[seat]
        return self.board.on_screen(slot).center if slot is not None and lies else self.air.hand_position(seat)

    def _move(self, copy: int, old: CardSpot, new: CardSpot, there: Plan) -> Step:
        """Return the step in which a card flies to its place in the plan after the event."""
        here = self.board.plan

        def at(spot: CardSpot, cards: Mapping[int, Rect]) -> Point:
            if copy in cards:
                return self.board.on_screen(cards[copy]).center
            if spot.where == TAKEN:
                return self.air.hand_position(spot.seat)
            deck = here.decks.get(spot.seat) if spot.where == DECK else None
            return self.board.on_screen(deck or here.flight_rect(spot)).center

        boxes = [self.board.on_screen(plan.cards[copy]) for plan in (there, here) if copy in plan.cards]
        size = (boxes[0].w, boxes[0].h) if boxes else None
        from_deck = old.where == DECK
        return self.air.turn_over(0, (copy,), at(old, here.cards), at(new, there.cards), from_deck, size)

    def _lift(self, copies: Sequence[int]) -> None:
        """Hide the cards that fly at their places."""
        if frozenset(copies) != self.board.facts.in_flight:
            self.board.facts.in_flight = frozenset(copies)
            self.board.layer.touch(tree=True)

    def show_event(self, event: Event, quick: bool = False) -> None:
        """Show the table after the event, with all cards in their places."""
        self._lift(())
        self._opened, self.board.opening = self.shown.table.t, False
        super().show_event(event, quick)

    def _gain_steps(self, event: Event) -> tuple[Step, ...]:
        """Return the steps in which the points that the event brings float over the plates."""
        if self.following is None:
            return ()
        before = getattr(self.shown.table, self.board.zones.points)
        after = getattr(self.following, self.board.zones.points)
        if not isinstance(before, list):
            return ()
        gains = [(seat, after[seat] - before[seat]) for seat in self.shown.seats if after[seat] != before[seat]]
        return tuple(
            self.float_text(self.air.deck_position(seat), f"{gain:+}", "good" if gain > 0 else "bad")
            for seat, gain in gains
        )


_MARKUP = r"\\.|\{(?:seat_\d+|@[^{}]*)\}(?:\\.|[^{}])*\{/\}|\{[^{}]*\}|:[a-z][a-z0-9_ -]*:"
"""Pattern of what gets no link: escaped characters, names of players, existing links, other tags, and icons."""


def with_links(game: KitGame, event: Event, words: str) -> str:
    """Return a sentence as rich text in which each card that the event names is a link to its description.

    Only whole names outside the markup count, the longest first. Each card of a name links one mention of it.
    """
    if not isinstance(event, Told):
        return words
    copies: dict[str, list[int]] = {}
    for copy in _copies_named(game, event):
        copies.setdefault(escape(game.kit.card(copy)), []).append(copy)
    if not copies:
        return words
    forms = {form: name for name in copies for form in (capitalise(name), name)}
    names = "|".join(map(re.escape, sorted(forms, key=len, reverse=True)))

    def link(found: re.Match[str]) -> str:
        name = found["name"]
        left = copies[forms[name]] if name else []
        return f"{{@card {left.pop(0)}}}{name}{{/}}" if left else found[0]

    return re.sub(rf"(?<![^\W_])(?P<name>{names})(?![^\W_])|{_MARKUP}", link, words, flags=re.DOTALL)


def _copies_named(game: KitGame, event: Told) -> list[int]:
    """Return the cards that an event names, each once, in order."""
    kinds = game.kit.sentences.kinds(event.what)
    found: list[int] = []
    for field, value in event.values:
        if kinds.get(field) in ("card", "cards", "cards by seat"):
            numbers = value if isinstance(value, tuple) else (value,)
            flat = [each for part in numbers for each in (part if isinstance(part, tuple) else (part,))]
            found += [each for each in flat if isinstance(each, int)]
    return list(dict.fromkeys(found))
