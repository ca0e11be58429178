"""The rules of one match as a value: its numbers, and the cards of its decks with their texts.

They are the printed ones, or those of a ruleset (`changes`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.engine.ruleset import number_field
from core.games.ambition.cards import (
    ARMAGEDDON,
    DEATH,
    NUCLEAR_ARMS,
    TRADE_FAIR,
    Elite,
    Industry,
    Intrigue,
    Pact,
)


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of the rules; the defaults are the printed ones."""

    start_elites: int = number_field(3, 1, 6, "Each player starts with {new} Elites in hand, not {old}.")
    start_industries: int = number_field(1, 0, 3, "Each player starts with {new} Industrial cards in hand, not {old}.")
    start_elites_shown: int = number_field(3, 1, 6, "{new} Elites make up the starting Influence, not {old}.")
    smallest_cap: int = number_field(2, 1, 6, "A claim may always declare up to {new}, not {old}.")
    challenge_penalty: int = number_field(
        10, 0, 30, "A caught lie or a wrong challenge costs {new} Influence, not {old}."
    )
    doubt_reward: int = number_field(
        10, 0, 30, "Who catches a lie about cards gains what the liar pays, up to {new}, not {old}."
    )
    forfeited_elites: int = number_field(
        1, 0, 3, "A purse that cannot pay for a lie or a wrong challenge costs {new} Elites, not {old}."
    )
    blast: int = number_field(10, 0, 40, "A strike costs {new} Influence, not {old}.")
    half_blast: int = number_field(
        5, 0, 40, "With a Tecmed or a Fallout Drill a strike costs {new} Influence, not {old}."
    )
    alliance_gain: int = number_field(1, 0, 9, "Each ally gains {new} Influence at once, not {old}.")
    secret_gain: int = number_field(1, 0, 9, "Each ally gains {new} at once for a secret alliance, not {old}.")
    exchange_rounds: int = number_field(3, 1, 6, "An Industrial Exchange takes {new} rounds, not {old}.")
    intrigue_worth: int = number_field(2, 0, 9, "Each Intrigue card in hand is worth {new} at the end, not {old}.")
    arms_worth: int = number_field(-5, -15, 5, "Each Nuclear Arms in hand is worth {new} at the end, not {old}.")
    gridworks_gain: int = number_field(1, 0, 9, "Gridworks gives {new} Influence, not {old}.")
    dataworks_cost: int = number_field(1, 0, 9, "Dataworks costs {new} Influence, not {old}.")
    death_gain: int = number_field(2, 0, 9, "I Am Become Death gives {new} Influence, not {old}.")
    death_gift: int = number_field(4, 0, 12, "I Am Become Death gives {new} Influence for a token given, not {old}.")
    census_gain: int = number_field(6, 0, 15, "The highest claim of a Census gains {new} Influence, not {old}.")
    census_tied: int = number_field(3, 0, 15, "Tied claims of a Census gain {new} Influence each, not {old}.")
    tax: int = number_field(1, 0, 5, "War Tax costs {new} Influence a card, not {old}.")
    panic: int = number_field(6, 0, 15, "Market Panic costs {new} Influence, not {old}.")
    relief: int = number_field(6, 0, 15, "Relief Fund gives {new} Influence, not {old}.")
    communique: int = number_field(6, 0, 15, "Joint Communique gives {new} Influence each, not {old}.")
    defection: int = number_field(3, 1, 9, "Defection asks for an Elite of {new} or more, not {old}.")
    blackmail: int = number_field(4, 1, 15, "Blackmail asks for {new} Influence, not {old}.")
    turncoat_toll: int = number_field(3, 0, 15, "Turncoat takes {new} Influence, not {old}.")
    wiretap_gain: int = number_field(2, 0, 15, "Wiretap gives {new} Influence, not {old}.")
    dead_hand: int = number_field(8, 0, 30, "Each Dead Hand costs the player of Armageddon {new} Influence, not {old}.")
    ultimatum: int = number_field(5, 1, 15, "An Ultimatum asks for {new} Influence, not {old}.")
    duel_gain: int = number_field(8, 0, 15, "The higher Elite of a Card Night gains {new} Influence, not {old}.")
    duel_loss: int = number_field(5, 0, 15, "The lower Elite of a Card Night loses {new} Influence, not {old}.")
    venture_cards: int = number_field(2, 1, 4, "Venture Round lets its player draw {new} Industrial cards, not {old}.")
    blood_elites: int = number_field(2, 1, 4, "New Blood draws {new} Elites, not {old}.")
    deck_runs_tokens: int = number_field(3, 1, 5, "By tokens the match ends at {new} runs of the deck, not {old}.")
    deck_runs_accident: int = number_field(2, 1, 5, "By accident the match ends at {new} runs of the deck, not {old}.")
    core_deaths: int = number_field(0, 0, 5, "The deck has {new} I Am Become Death more than players, not {old}.")
    core_arms: int = number_field(1, 1, 3, "There are {new} Nuclear Arms for each player, not {old}.")
    spare_arms: int = number_field(2, 0, 6, "The deck has {new} more Nuclear Arms, not {old}.")


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The rules of a match. There is one object for each ruleset, so that it may key caches."""

    numbers: Numbers
    elites: tuple[Elite, ...]
    elite_copies: tuple[int, ...]
    """Number of copies of each Elite in each player's deck."""
    copies_of_value: Mapping[int, int]
    """Number of Elites of each value in each player's deck."""
    highest: int
    """Maximum value that a claim may declare; the minimum is 1."""
    industries: tuple[Industry, ...]
    industry_copies: tuple[int, ...]
    intrigues: tuple[Intrigue, ...]
    """Intrigue cards, with their copies in the pool."""
    pacts: tuple[Pact, ...]
    pool_drawn: Mapping[int, int]
    """Number of pool cards in the deck, by the number of players."""

    def kinds(self, seats: int, fairs: int) -> list[list[int]]:
        """Return, for each deck, the number of copies of each of its faces.

        `fairs` is the number of additional Trade Fairs in the core.
        """
        numbers = self.numbers
        core = {
            DEATH: seats + numbers.core_deaths,
            NUCLEAR_ARMS: numbers.core_arms * seats + numbers.spare_arms,
            ARMAGEDDON: 1,
            TRADE_FAIR: fairs,
        }
        intrigue = [card.copies + core.get(face, 0) for face, card in enumerate(self.intrigues)]
        return [intrigue, *[list(self.elite_copies)] * seats, *[list(self.industry_copies)] * seats]
