"""Cards of Cabinet as players read them: Resources, Ministries, Milestones, Challenges."""

from __future__ import annotations

from core.engine.text.catalogue import Catalogue, Copies, Printed, ours
from core.engine.text.words import count
from core.games.cabinet import cards
from core.games.cabinet.cards import (
    ACTIVE,
    GOODWILL,
    MINISTRY_COPIES,
    MOST,
    NO_CALM,
    TEAM,
    Challenge,
    Milestone,
    Ministry,
)
from core.games.cabinet.text.words import amount, places

ACTIONS = (
    "Draw 3 Resource cards.",
    "Remove one Challenge in play: pay its cost by yourself, with one card fewer (your choice which).",
    "Look at the top 4 Milestones and put them back in any order. Then draw 1 Resource card.",
    "You and up to two other players of your choice draw 1 Resource card each.",
    "Look at the top 3 Challenges. Put one under the deck and the others back in any order. Then draw 1 Resource card.",
    "Propose a swap to another player: up to 3 of your cards for up to 3 of theirs. They accept or refuse. Then draw 1 "
    "Resource card.",
    "Take any 2 Resource cards from the Resource discard pile.",
    "Place it in front of the team: the next Challenge that would be flipped leaves the game unseen instead. Then "
    "discard this.",
    "Place it in front of the team: the next Upkeep with at least one Challenge in play is skipped. Then discard this.",
    "Take two different actions: gather, attempt a Milestone, remove a Challenge, share. You may skip the second.",
)
"""Text that describes each Ministry's action."""
LOSER_DESCRIPTIONS = {TEAM: "the team", ACTIVE: "the active player", MOST: "the fullest hand"}


def assist(ministry: Ministry) -> str:
    """Return the places that a Ministry fills as an Assist, in words."""
    wild = ministry.assist.count(GOODWILL)
    return f"any {count(wild, 'Resource')}" if wild else places(ministry.assist)


def _print_resource(kind: int, name: str) -> Printed:
    copies = cards.RESOURCE_COPIES[kind]
    text = "Pays for any 1 Resource." if kind == GOODWILL else f"Pays for {amount(1, name)}."
    face = f"{name}\nResource · {copies} copies\n{text}"
    return Printed(name, ("Resource", str(copies), text), ("resource", "resources"), face, Copies(copies))


def _print_ministry(kind: int, ministry: Ministry) -> Printed:
    helps = f"As an Assist to a Milestone: {assist(ministry)}."
    if kind == cards.JUSTICE:
        helps += " Afterwards take into your hand one Resource card that was just paid."
    face = f"{ministry.name}\nMinistry · {MINISTRY_COPIES} copies\nAs an action: {ACTIONS[kind]}\n{helps}"
    row = ("Ministry", str(MINISTRY_COPIES), helps)
    return Printed(ministry.name, row, ("ministry", ministry.code.lower()), face, Copies(MINISTRY_COPIES))


def _print_milestone(card: Milestone) -> Printed:
    calm = "" if card.calm == NO_CALM else f"Only with at most {count(card.calm, 'Challenge')} in play."
    row = f"Worth {count(card.points, 'point')}. Costs {places(card.cost)}."
    face = "\n".join(filter(None, (f"{card.name}\nMilestone · {row}", calm)))
    return Printed(card.name, ("Milestone", "1", row), ("milestone", card.code.lower()), face)


def _challenge(card: Challenge) -> Printed:
    row = f"Costs {places(card.cost)}. If unpaid, {LOSER_DESCRIPTIONS[card.who]} loses {count(card.penalty, 'card')}."
    face = f"{card.name}\nChallenge · {places(card.cost)}\nIf it is not paid when flipped, "
    face += f"{LOSER_DESCRIPTIONS[card.who]} loses "
    face += f"{count(card.penalty, 'card')}, once. While it stays in play, each Upkeep costs the team a card."
    return Printed(card.name, ("Challenge", "1", row), ("challenge", card.code.lower()), face)


NOTE = (
    "Invented for Tether: every card of the four decks, all costs and penalties, Calm, the targets and the levels "
    "calm, normal and storm. The decks, the course of a turn and the limits are the designer's."
)
"""Note shown below the list of cards and in the rulebook."""
CATALOGUE = Catalogue(
    ("Where", "Copies", "What it does"),
    (
        *(ours(_print_resource(*each)) for each in enumerate(cards.RESOURCES)),
        *(ours(_print_ministry(*each)) for each in enumerate(cards.MINISTRY_CARDS)),
        *(ours(_print_milestone(card)) for card in cards.MILESTONE_CARDS),
        *(ours(_challenge(card)) for card in cards.CHALLENGE_CARDS),
    ),
    NOTE,
)
