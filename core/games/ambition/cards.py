"""Tables of the components: Elites, Industrial and Intrigue cards, and alliances (rules part 2).

The decks are shared (docs/internals/shared-deck.md). Deck 0 is Intrigue, deck s has the Elites of seat s, and deck n +
s its Industrial cards. A *face* is the index of a card in its table.
"""

from __future__ import annotations

from typing import NamedTuple

# Elites (2.1) ---------------------------------------------------------------------------------------------------------


class Elite(NamedTuple):
    """An Elite card: a person's name and its value in Influence."""

    name: str
    value: int


ELITES = (
    Elite("Gate Clerk", 1),
    Elite("Street Orator", 1),
    Elite("Night Editor", 1),
    Elite("Junior Attache", 1),
    Elite("Parish Treasurer", 1),
    Elite("Union Steward", 2),
    Elite("Harbour Master", 2),
    Elite("Radio Host", 2),
    Elite("Cavalry Captain", 2),
    Elite("Crown Surveyor", 2),
    Elite("Provincial Governor", 3),
    Elite("Bank Director", 3),
    Elite("Rector of the Academy", 3),
    Elite("Police Prefect", 3),
    Elite("Foreign Secretary", 4),
    Elite("Shipping Magnate", 4),
    Elite("General of the North", 4),
    Elite("Archbishop", 5),
    Elite("Chief of Intelligence", 5),
    Elite("Heir of the Old President", 6),
)

# Industrial cards (2.2) -----------------------------------------------------------------------------------------------


class Industry(NamedTuple):
    """A type of industrial card: name, and its effect in play, with the numbers of the rules in braces."""

    name: str
    text: str


INDUSTRIES = (
    Industry("Tecmed", "Hit by a strike: you lose {half_blast} Influence instead of {blast}."),
    Industry("Bunker", "Hit by a strike: you are not affected at all; then discard the Bunker."),
    Industry("Gridworks", "In your industrial step: gain {gridworks_gain} Influence."),
    Industry("Wirehouse", "After your die roll: you may change it by 1 up or down."),
    Industry("Freightline", "When you draw an Intrigue card: draw 2, use 1, lay the other face down under the deck."),
    Industry("Dataworks", "In your industrial step: pay {dataworks_cost} to look at a random Elite in another hand."),
)
TECMED, BUNKER, GRIDWORKS, WIREHOUSE, FREIGHTLINE, DATAWORKS = range(len(INDUSTRIES))
INDUSTRY_COPIES = 2
"""Printed number of copies of each type in each player's deck."""

# Intrigue (2.3) -------------------------------------------------------------------------------------------------------

NOW, HOLD, REACT, ARMS, WORLD = "now", "hold", "react", "arms", "world"
"""Kinds of Intrigue cards: resolved when drawn, resolved or kept, kept for reactions, Nuclear Arms, Armageddon."""


class Intrigue(NamedTuple):
    """An Intrigue card: its code in the rules, name, copies in the pool, kind and effect, with numbers in braces.

    A card of the nuclear core has 0 copies in the pool.
    """

    code: str
    name: str
    copies: int
    kind: str
    text: str


INTRIGUES = (
    Intrigue(
        "NU1",
        "I Am Become Death",
        0,
        NOW,
        "Take an armament token. If you have one: gain {death_gain}, or give a token to a player without one and "
        "gain {death_gift}.",
    ),
    Intrigue(
        "NU2",
        "Nuclear Arms",
        0,
        ARMS,
        "Keep it if you have a token, else discard it. Launches or stops a strike. In hand at the end: {arms_worth}.",
    ),
    Intrigue(
        "NU3",
        "Armageddon",
        0,
        WORLD,
        "Keep it if you have a token, else discard it. Play it while every player has a token to end the game.",
    ),
    Intrigue(
        "PE1", "Disarmament Summit", 1, NOW, "Each player discards their Nuclear Arms and declares that none are left."
    ),
    Intrigue(
        "PE2",
        "Inspection Regime",
        1,
        NOW,
        "Name a player with a token: they discard one Nuclear Arms, lose the token, or declare that they are clean.",
    ),
    Intrigue(
        "PE3",
        "Census of Notables",
        3,
        HOLD,
        "Each player claims to hold an Elite of at least some value. The highest claim gains {census_gain}; if "
        "tied, {census_tied} each.",
    ),
    Intrigue("PE4", "War Tax", 3, HOLD, "Each player pays {tax} Influence for each Intrigue card in hand."),
    Intrigue("PE5", "Market Panic", 3, HOLD, "Each player with the most Influence loses {panic}."),
    Intrigue("PE6", "Relief Fund", 3, HOLD, "Each player with the least Influence gains {relief}."),
    Intrigue(
        "AO1",
        "Shotgun Summit",
        1,
        NOW,
        "Name a player you have no alliance with, and an alliance that both can pay: it is formed at once.",
    ),
    Intrigue("AO2", "Back Channel", 3, HOLD, "Make one alliance attempt."),
    Intrigue("AO3", "Exposed Cables", 1, NOW, "Name a player: all their secret alliances are opened."),
    Intrigue("AO4", "Joint Communique", 2, HOLD, "Choose one of your open alliances: both allies gain {communique}."),
    Intrigue("BE1", "Knife at the Banquet", 2, HOLD, "End one of your alliances: you take both stakes."),
    Intrigue(
        "BE2",
        "Turncoat",
        3,
        HOLD,
        "Take a random Intrigue or Industrial card from another hand, and {turncoat_toll} Influence from its purse.",
    ),
    Intrigue(
        "BE3",
        "Defection",
        3,
        HOLD,
        "Name a player: they give you an Elite of {defection} or more, or declare that they have none.",
    ),
    Intrigue(
        "BE4",
        "Blackmail",
        2,
        HOLD,
        "Name a player: they pay you {blackmail}, show you their Intrigue cards, or declare that those are peaceful.",
    ),
    Intrigue(
        "SC1",
        "Card Night at the Embassy",
        3,
        HOLD,
        "Name a player: you both reveal an Elite. The higher gains {duel_gain}, the lower loses {duel_loss}. "
        "Discard both Elites.",
    ),
    Intrigue(
        "SC2",
        "Ultimatum",
        2,
        HOLD,
        "Name a player and Nuclear Arms, Armageddon or Early Warning: they discard one, pay you {ultimatum}, or "
        "declare that they have none.",
    ),
    Intrigue("IB1", "Trade Fair", 4, NOW, "Draw an Industrial card."),
    Intrigue("IB2", "Venture Round", 2, NOW, "Each player draws an Industrial card; you draw {venture_cards}."),
    Intrigue(
        "IB3",
        "Nationalisation",
        2,
        HOLD,
        "Discard an Industrial card in play in front of another player; you draw one.",
    ),
    Intrigue("DE1", "Early Warning", 2, REACT, "When you are asked about a strike: stop it."),
    Intrigue(
        "DE2",
        "Fallout Drill",
        2,
        REACT,
        "When a strike hits you: you lose {half_blast} instead of {blast} and keep your hand.",
    ),
    Intrigue("NB1", "New Blood", 2, NOW, "Draw {blood_elites} Elites."),
    Intrigue("SC3", "Wiretap", 3, HOLD, "Name a player: you look at all their Elites, and gain {wiretap_gain}."),
    Intrigue(
        "DE3",
        "Dead Hand",
        3,
        REACT,
        "In your hand when another player plays Armageddon: that player loses {dead_hand}.",
    ),
)
(
    DEATH, NUCLEAR_ARMS, ARMAGEDDON, DISARMAMENT, INSPECTION, CENSUS, WAR_TAX, PANIC, RELIEF, SHOTGUN, BACK_CHANNEL,
    CABLES, COMMUNIQUE, KNIFE, TURNCOAT, DEFECTION, BLACKMAIL, CARD_NIGHT, ULTIMATUM, TRADE_FAIR, VENTURE,
    NATIONALISATION, EARLY_WARNING, DRILL, NEW_BLOOD, WIRETAP, DEAD_HAND,
) = range(len(INTRIGUES))  # fmt: skip
POOL_DRAWN = {3: 14, 4: 17, 5: 21, 6: 25}
"""Printed number of pool cards in the deck, by the number of players."""
INTRIGUE_DECK = 0

# Alliances (2.5) ------------------------------------------------------------------------------------------------------


class Pact(NamedTuple):
    """A type of alliance: its name, the stake of each ally, and the condition of its completion.

    The gain of each ally equals its stake.
    """

    name: str
    stake: int
    text: str


PACTS = (
    Pact("Pact of Mutual Defense", 5, "One ally deflects a strike at the other."),
    Pact("Unity Compact", 3, "Both form an alliance with a third player."),
    Pact("Technology Trade", 5, "A Bunker in front of one ally shields both allies from a third player's strike."),
    Pact(
        "Industrial Exchange",
        8,
        "The named industry stays in play in front of one ally for {exchange_rounds} rounds; both use it.",
    ),
    Pact("Delay Tactic", 6, "One ally draws Armageddon and discards it; both hold tokens."),
)
DEFENSE, UNITY, TECHNOLOGY, EXCHANGE, DELAY = range(len(PACTS))


def industrial_deck(seats: int, seat: int) -> int:
    """Return the number of a seat's Industrial deck."""
    return seats + seat
