"""The game object that a kit makes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, get_type_hints

from core.engine.chance.beacon import first_beacon
from core.engine.game import Decision, Event, Setup, Standing, any_game
from core.engine.hidden.card_game import CardGame
from core.engine.hidden.cards import Deck
from core.engine.hidden.piles import Piles, Slots
from core.engine.hidden.secrets import Secrets
from core.engine.options import Options
from core.engine.result import FREE_FOR_ALL, TEAM, kind_of, standing_by_points, standing_together
from core.engine.text.catalogue import Catalogue, CatalogueCard
from core.engine.text.words import capitalise, format_count
from core.games.entry import GameEntry
from core.kit.bot.plan import plan_of
from core.kit.errors import KitError
from core.kit.kit import Kit
from core.kit.questions import FromDeck, KitQuestion
from core.kit.step import EngineStep, MatchEnded, Step, Told, agenda_name
from core.kit.table import BASE_FIELDS, Table, blank
from core.kit.text.events import engine_sentence

S = TypeVar("S", bound=Table)
ENDS = (".", "!", "?", ":", "…", ")", '"')
"""Marks at which a sentence ends."""


class KitGame(CardGame[Table]):
    """A game of the kit. Each game has a class of its own, which `made` derives."""

    kit: Kit
    name: str
    options: Options
    table: type[Table]
    points: str

    @property
    def plan(self) -> dict[Any, Any]:
        """The answers of the heuristic bot, by question."""
        return plan_of(self.kit.scores)

    @property
    def catalogue(self) -> Catalogue:
        """The cards of the game, as `tether cards` lists them."""
        printed = []
        for cards in self.kit.sets:
            for name, face in zip(cards.names, cards.faces):
                row = ", ".join(f"{field} {value}" for field, value in face._asdict().items())
                owner = "each player's own" if cards.own else "common deck"
                printed.append(CatalogueCard(capitalise(name), (owner, row), (), f"{capitalise(name)}\n{owner}: {row}"))
        return Catalogue(("Card", "Deck", "Values"), tuple(printed))

    @property
    def entry(self) -> GameEntry:
        """The entry of the game in the registry, for a game whose module calls it `GAME`."""
        module = self.table.__module__
        return GameEntry(self.name, self.title, f"{module}:GAME", f"{module}:GAME.catalogue", f"{module}:GAME.plan")

    # The match --------------------------------------------------------------------------------------------------------

    def standing(self, state: Table) -> list[Standing]:
        points: list[int] | int = getattr(state, self.points)
        if isinstance(points, list) and kind_of(any_game(self), len(state.seats)) == FREE_FOR_ALL:
            return standing_by_points(points)
        return standing_together(state.seats, state.won, ("points", points if isinstance(points, int) else sum(points)))

    def rounds(self, state: Table) -> int:
        return state.round

    # Words ------------------------------------------------------------------------------------------------------------

    def headings(self, state: Table) -> tuple[tuple[str, str], ...]:
        return (("Points", "points"),)

    def progress(self, state: Table) -> str:
        return f"round {state.round}" if state.round else "before the first round"

    def card_name(self, state: Table, copy: int) -> str:
        return self.kit.card(copy)

    def narrate(self, state: Table, event: Event) -> str:
        match event:
            case Told(what, values):
                words = self.kit.sentences.text(what, dict(values), self.kit.card)
            case MatchEnded(rounds):
                words = f"the match is over after {format_count(rounds, 'round')}"
            case _:
                words = engine_sentence(event, self.kit.card)
        return _as_sentence(words)

    def task_text(self, kind: str) -> str:
        question = self.questions[kind]
        verb = question.verb if isinstance(question, KitQuestion) else ""
        return f"choose what to {verb}" if verb else "choose"

    def describe_decision(self, state: Table, seat: int, decision: Decision, secrets: Secrets) -> str:
        question = next((self.questions[kind] for who, kind, _ in state.asking if who == seat), None)
        if not isinstance(question, KitQuestion):
            return super().describe_decision(state, seat, decision, secrets)
        value = question.seen(decision, secrets)
        match question.shown:
            case "card":
                copies = value if isinstance(value, tuple) else (value,)
                shown = ", ".join(map(self.kit.card, copies)) or "nothing"
            case "seat":
                shown = f"seat {value}"
            case _:
                shown = str(value)
        return f"{question.verb} {shown}".strip()

    def describe(self, state: Table) -> str:
        lines = [self.progress(state)]
        for name in get_type_hints(type(state)):
            if name in BASE_FIELDS:
                continue
            value = getattr(state, name)
            shown: Callable[[Any], str] = self.kit.card if name in state.card_fields else str
            if isinstance(value, list):
                cells = [_cell(each, shown) for each in value[1:]]
                lines.append(f"{name}: " + "; ".join(f"seat {seat}: {cell}" for seat, cell in enumerate(cells, 1)))
            else:
                lines.append(f"{name}: {_cell(value, shown)}")
        return "\n".join(lines)


def _as_sentence(words: str) -> str:
    """Return a text with a capital first letter and, unless it has an end mark, a full stop."""
    return capitalise(words if words.endswith(ENDS) else f"{words}.")


def _cell(value: Any, shown: Callable[[Any], str]) -> str:
    return (", ".join(map(shown, value)) or "none") if isinstance(value, tuple) else str(value)


def made(kit: Kit, table: type[S], begin: Callable[[Step, S], None], points: str) -> KitGame:
    """Return the game of a kit. Raise `KitError` for a state, a first phase or a column that does not fit."""
    if not (isinstance(table, type) and issubclass(table, Table) and table.field_names):
        raise KitError(f"kit.game needs the state class first, with the decorator @table, not {table!r}")
    first_phase = kit.phase_name(begin)
    first_fields = blank(table, 1)
    if first_fields.get(points) != [0, 0] and not (kit.kind == TEAM and first_fields.get(points) == 0):
        raise KitError(f"the state {table.__name__} needs the column `{points}: list[int]`, which ranks the seats")

    own = any(cards.own or cards.batch for cards in kit.sets)
    for question in () if own else kit.rules.questions.values():
        if isinstance(question, FromDeck):
            raise KitError(f"next_cards of {question.kind} needs decks of the seats: kit.hands, or a deck with a batch")

    class OwnStep(EngineStep):
        __slots__ = ()
        game_rules = kit.rules

    OwnStep.kit = kit

    def opening(setup: Setup) -> Table:
        piles = Piles.empty(setup.seats, setup.sealed)
        own = [cards for cards in kit.sets if cards.own]
        for seat in range(1, setup.seats + 1):
            piles.mix[seat] = tuple(copy + cards.cycle * (seat - 1) for cards in own for copy in cards.copies)
        decks: list[Deck] = [(tuple(cards.copies),) for cards in kit.sets if not cards.own]
        start = first_beacon(setup.match)
        face_down: list[Slots] = [()] * (setup.seats + 1)
        values = (
            setup,
            1,
            start,
            False,
            [(agenda_name(first_phase),)],
            (),
            decks,
            piles,
            0,
            face_down,
            (),
            (),
            False,
            False,
        )
        return table(*values, **blank(table, setup.seats))

    class OwnGame(KitGame):
        name, title, kind, seat_counts = kit.name, kit.title, kit.kind, kit.seats
        options = Options(kit.options)
        step_class = OwnStep

    OwnGame.__module__ = table.__module__
    game = OwnGame()
    game.make_first_state, game.kit, game.table, game.points = opening, kit, table, points
    return game
