"""The entry of a game in `core`: its parts by name, each loaded when it is first used."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.bots.advice import Reasons
    from core.bots.base import FightFinder, Plan
    from core.bots.faction_preference import Factions
    from core.bots.lookahead import AnySearchConfig
    from core.engine.game import Game
    from core.engine.text.catalogue import Catalogue
    from core.engine.text.statistics import Statistician

R = TypeVar("R")


def load_object(reference: str) -> Any:  # the record names it in a text; who asks for it declares its type
    """Return the object that "module:name" refers to; the name may have dots, as in "module:GAME.plan"."""
    module, _, name = reference.partition(":")
    return attrgetter(name)(import_module(module))


@dataclass(frozen=True)
class GameEntry:
    """The names of the parts of a game, each as "module:name".

    Only the rules are required. An empty string means that the game lacks this part.
    """

    name: str
    title: str
    rules: str
    """The reference to the game's `Game` object."""
    cards: str = ""
    """The reference to the `Catalogue` of the game's printed cards."""
    plan: str = ""
    """The reference to the answers of the heuristic bot.

    Without them the bot plays any legal decision.
    """
    weights: str = ""
    """The reference to the usual weights of those answers, which are a frozen object.

    A bot may be given another object of the same class.
    """
    beginner: str = ""
    """The reference to the weights of a beginner, who sees only what is near and soon; for the easy bot."""
    fights: str = ""
    """The reference to the function that finds a good fight among ideas, which the easy bot always takes."""
    search: str = ""
    """The reference to the search config of the master bot.

    Without it the master plays like the heuristic bot.
    """
    review: str = ""
    """The reference to the search config of hints and reviews, if the master bot has none."""
    statistics: str = ""
    """The reference to the function that returns the statistics of a match in the game's own terms."""
    explanations: str = ""
    """The reference to the reasons of the heuristic bot for its answers, by question."""
    sides: str = ""
    """The reference to the `Factions` that a bot may prefer."""
    position: int = 1000
    """The position in lists of games, from 1; the game in the first position is the usual one.

    Games in the same position are listed by name.
    """

    @property
    def game(self) -> Game:
        """The rules of the game, as its `Game` object."""
        game: Game = load_object(self.rules)
        return game

    @property
    def catalogue(self) -> Catalogue | None:
        """The catalogue of the printed cards, or None if the game has none."""
        catalogue: Catalogue | None = self._part(self.cards)
        return catalogue

    @property
    def answers(self) -> Plan:
        """The heuristic bot's answers, one for each question that it knows."""
        answers: Plan | None = self._part(self.plan)
        return answers if answers is not None else {}

    @property
    def usual_weights(self) -> object:
        """The usual weights of the heuristic bot, or None if the game's answers use no weights."""
        return self._part(self.weights)

    @property
    def beginner_weights(self) -> object:
        """The weights of the easy bot, or None if it uses the usual ones."""
        return self._part(self.beginner)

    @property
    def good_fight(self) -> FightFinder | None:
        """The function that finds a good fight among the ideas of a decision, or None if the game has none."""
        found: FightFinder | None = self._part(self.fights)
        return found

    @property
    def foresight(self) -> AnySearchConfig | None:
        """The search config of the master bot, or None if the game has none."""
        foresight: AnySearchConfig | None = self._part(self.search)
        return foresight

    @property
    def reviewer(self) -> AnySearchConfig | None:
        """The search config of hints and reviews, or None if the game has none."""
        config: AnySearchConfig | None = self._part(self.review)
        return config if config is not None else self.foresight

    @property
    def statistician(self) -> Statistician | None:
        """The function that returns the statistics of a match, or None if the game has none."""
        found: Statistician | None = self._part(self.statistics)
        return found

    @property
    def reasons(self) -> Reasons:
        """The heuristic bot's reasons for its answers, in words, by question."""
        reasons: Reasons | None = self._part(self.explanations)
        return reasons if reasons is not None else {}

    @property
    def factions(self) -> Factions | None:
        """The factions that a bot may prefer, or None if the game has none."""
        factions: Factions | None = self._part(self.sides)
        return factions

    def _part(self, place: str) -> Any:
        if not place:
            return None
        load_object(self.rules)  # all cards are declared before anything reads them
        return load_object(place)


class RecordRegistry(Generic[R]):
    """The entries of the games in one layer, by name; each is loaded when it is first used.

    Only names that are in `places` are ever loaded. So a peer cannot make this program load anything else by sending a
    name.
    """

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = places
        """The location of each entry, as "module:name"."""
        self._loaded: dict[str, R | None] = {}

    def find(self, name: str) -> R | None:
        """Return the entry of a game, or None if the game has none in this layer."""
        if name not in self._loaded:
            self._loaded[name] = self._load(name)
        return self._loaded[name]

    def forget(self, name: str) -> None:
        """Forget a loaded entry."""
        self._loaded.pop(name, None)

    def _load(self, name: str) -> R | None:
        if name not in self._places:
            return None
        place = self._places[name]
        module = place.partition(":")[0]
        try:
            record: R = load_object(place)
        except ModuleNotFoundError as missing:
            if missing.name is None or not f"{module}.".startswith(f"{missing.name}."):
                raise
            return None
        return record
