"""The definition of a card: its printed face and its effects, which carry their implementation (rules part 12).

order("Cycle Protocol", 1, (25, 90), Draw(3), Discard(2))
champion("Ironclad Warden", 2, (1, 3, 5), (70, 135), hp=6, dice=2, hits_on=2, bounty=3, ability=BODYGUARD)
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

if TYPE_CHECKING:
    from core.games.bridgefront.abilities import Ability
    from core.games.bridgefront.choices import AnyChoice
    from core.games.bridgefront.effects.base import Effect

Prices = tuple[int, int, int]
Initiative = tuple[int, int]
"""The lowest and the highest initiative number that a copy may have."""

ORDER, SPELL, VICTORY, CHAMPION, BASIC = "order", "spell", "victory", "champion", "basic"


@dataclass(frozen=True, slots=True)
class Stats:
    """A Champion's printed numbers: maximum HP, dice, highest die that hits, bounty in gold."""

    hp: int
    dice: int
    hits_on: int
    bounty: int


@dataclass(frozen=True)
class Card:
    """A printed card; `gold` holds the three prices of a Champion, or three equal numbers for other cards."""

    name: str
    type: str
    mana: int
    gold: Prices
    initiative: Initiative
    effects: tuple[Effect, ...] = ()
    burn: bool = False
    vp: int = 0
    copies: int = 1
    screen_name: str = ""
    stats: Stats | None = None
    ability: Ability | None = None
    is_padded: bool = False
    """True if option power_deck = padded puts a second copy into the deck (M14)."""
    from_seats: int = 2
    """Minimum number of players, 2 for most cards. With fewer players the card cannot work and is taken out (M16)."""

    @cached_property
    def deploys_home(self) -> bool:
        """True if the card deploys into the Capital."""
        return any(effect.deploys_home for effect in self.effects)

    @cached_property
    def choices(self) -> tuple[AnyChoice, ...]:
        """The choices of all effects in their order.

        A card that deploys into the Capital also has the choice of the place.
        """
        from core.games.bridgefront.choices import CapitalPlaceChoice

        choices = tuple(choice for effect in self.effects for choice in effect.choices)
        return (*choices, CapitalPlaceChoice()) if self.deploys_home else choices

    @cached_property
    def card_counts(self) -> tuple[tuple[int, int], ...]:
        """The start and the end index of each effect's choices among the locked choices."""
        return tuple(pairwise(accumulate((len(effect.choices) for effect in self.effects), initial=0)))

    @cached_property
    def names_cards(self) -> bool:
        """True if a decision that plays the card may name other cards of the hand."""
        return any(choice.names_cards for choice in self.choices)

    @property
    def id(self) -> str:
        """The printed name of the card as one lower-case word.

        >>> order("Scavenger's Market", 1, (50, 125)).id
        'scavengers_market'
        """
        return re.sub(r"[^a-z0-9]+", "_", self.name.lower().replace("'", "")).strip("_")

    def with_screen_name(self, screen_name: str) -> Card:
        """Return the card with a separate name on screen."""
        return replace(self, screen_name=screen_name)

    def shown_name(self, names: str) -> str:
        """Return the name on screen, by option victory_card_names: "permanence" or "printed"."""
        if not self.screen_name or (self.type == VICTORY and names == "printed"):
            return self.name
        return self.screen_name

    def text(self) -> str:
        """Return the text of the card, which is composed from its effects."""
        parts = []
        for before, effect in zip((None, *self.effects), self.effects):
            words = effect.text()
            open_end = words and before is not None and before.is_conditional
            parts.append(f"In any case: {words}" if open_end else words)  # all text after an If depends on it
        if self.ability is not None:
            parts.insert(0, self.ability.text())
        words = " ".join(part for part in parts if part)
        if self.type == VICTORY:
            words = f"{self.vp} VP when gained. Played: {words or 'nothing.'}"
        return words or "No special ability."


class CardOptions(TypedDict, total=False):
    """Further properties of a card, in addition to its name, costs and effects."""

    gold: int
    burn: bool
    copies: int
    ability: Ability
    """The standing ability of the card itself."""


def _card(
    name: str, kind: str, mana: int, initiative: Initiative, effects: tuple[Effect, ...], gold: int = 0, **face: Any
) -> Card:
    return Card(name, kind, mana, (gold,) * 3, initiative, effects, **face)


def basic(name: str, mana: int, *effects: Effect, gold: int = 0) -> Card:
    """Return a basic action, declared like a card."""
    return _card(name, BASIC, mana, (0, 0), effects, gold, copies=0)


def order(name: str, mana: int, initiative: Initiative, *effects: Effect, **face: Unpack[CardOptions]) -> Card:
    """Return an Order."""
    return _card(name, ORDER, mana, initiative, effects, **face)


def spell(name: str, mana: int, initiative: Initiative, *effects: Effect, **face: Unpack[CardOptions]) -> Card:
    """Return a Spell."""
    return _card(name, SPELL, mana, initiative, effects, **face)


def victory(
    name: str,
    screen_name: str,
    mana: int,
    initiative: Initiative,
    *effects: Effect,
    vp: int = 1,
    **face: Unpack[CardOptions],
) -> Card:
    """Return a Victory card.

    It gives `vp` permanent VP when gained. Its effects apply when it is played.
    """
    return _card(name, VICTORY, mana, initiative, effects, vp=vp, screen_name=screen_name, **face)


def champion(
    name: str, mana: int, gold: Prices, initiative: Initiative, *, ability: Ability | None = None, **stats: int
) -> Card:
    """Return a Champion card with the numbers of `Stats`; it deploys the Champion and is burnt."""
    from core.games.bridgefront.effects.forces import DeployChampion

    arrival = (DeployChampion(ability),)
    return Card(name, CHAMPION, mana, gold, initiative, arrival, burn=True, stats=Stats(**stats), ability=ability)


def pad_card(card: Card) -> Card:
    """Return the card with the property that a padded power deck contains a second copy."""
    return replace(card, is_padded=True)


def limit_to_three_players(card: Card) -> Card:
    """Return the card with the property that it is taken out of a match with two players."""
    return replace(card, from_seats=3)
