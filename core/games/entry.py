"""The record of a game in core: its parts by name, each loaded when it is first wanted."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.bots.base import Plan
    from core.bots.faction_preference import Factions
    from core.bots.lookahead import AnySearchConfig
    from core.engine.game import Game
    from core.engine.text.catalogue import Catalogue

R = TypeVar("R")


def load(reference: str) -> Any:  # the record names it in a text; who asks for it declares its type
    """Return the object that "module:name" refers to."""
    module, _, name = reference.partition(":")
    return getattr(import_module(module), name)


@dataclass(frozen=True)
class GameEntry:
    """The parts of a game, each as "module:name". Only the rules are needed; "" stands for a part that is missing."""

    name: str
    title: str
    rules: str
    """The `Game`."""
    cards: str = ""
    """The `Catalogue` of its printed cards."""
    plan: str = ""
    """The answers of the heuristic bot. Without them it plays any legal decision."""
    weights: str = ""
    """The usual weights of those answers, a frozen object; a bot may be given others of its class."""
    search: str = ""
    """The search config of the master. Without it the master plays as the heuristic bot."""
    sides: str = ""
    """The `Factions` that a bot may prefer."""

    @property
    def game(self) -> Game:
        """The rules."""
        game: Game = load(self.rules)
        return game

    @property
    def catalogue(self) -> Catalogue | None:
        """The printed cards."""
        catalogue: Catalogue | None = self._part(self.cards)
        return catalogue

    @property
    def answers(self) -> Plan:
        """The answer of the heuristic bot to each question that it knows."""
        answers: Plan | None = self._part(self.plan)
        return answers if answers is not None else {}

    @property
    def usual_weights(self) -> object:
        """The usual weights of the heuristic bot, or None for a game whose answers have none."""
        return self._part(self.weights)

    @property
    def foresight(self) -> AnySearchConfig | None:
        """The search config of the master."""
        foresight: AnySearchConfig | None = self._part(self.search)
        return foresight

    @property
    def factions(self) -> Factions | None:
        """The factions that a bot may prefer."""
        factions: Factions | None = self._part(self.sides)
        return factions

    def _part(self, place: str) -> Any:
        if not place:
            return None
        load(self.rules)  # all cards are declared before anything reads them
        return load(place)


class Records(Generic[R]):
    """The records of one layer by the name of the game, loaded when they are first wanted.

    Only names that are in `places` are ever loaded, so no name that a peer sends loads anything else.
    """

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = places
        """The place of each record, as "module:name"."""
        self._found: dict[str, R | None] = {}

    def find(self, name: str) -> R | None:
        """Return the record of a game, or None if the game has none in this layer."""
        if name not in self._found:
            self._found[name] = self._load(name)
        return self._found[name]

    def _load(self, name: str) -> R | None:
        if name not in self._places:
            return None
        place = self._places[name]
        module = place.partition(":")[0]
        try:
            record: R = load(place)
        except ModuleNotFoundError as missing:
            if missing.name is None or not f"{module}.".startswith(f"{missing.name}."):
                raise
            return None
        return record
