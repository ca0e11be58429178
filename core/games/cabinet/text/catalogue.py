"""Cards of Cabinet as players read them: Resources, Ministries, Milestones, Challenges."""

from __future__ import annotations

from core.engine.text.catalogue import Catalogue, CatalogueCard, CopyCounts, mark_as_ours
from core.engine.text.words import format_count
from core.games.cabinet import cards
from core.games.cabinet.cards import (
    ACTIVE,
    GOODWILL,
    MOST,
    NO_CALM,
    TEAM,
    Challenge,
    Milestone,
    Ministry,
)
from core.games.cabinet.changes import RULESETS
from core.games.cabinet.ruleset import Rules
from core.games.cabinet.text.words import cost_text, count_text

ACTIONS = (
    "Draw {n} Resource {card}.",
    "Remove one Challenge in play by paying its cost alone, with one card fewer (you choose which).",
    "Look at the top {n} Milestones and put them back in any order. Then draw 1 Resource card.",
    "You and up to {word} other players of your choice draw 1 Resource card each.",
    "Look at the top {n} Challenges. Put one under the deck and the others back in any order. Then draw 1 Resource "
    "card.",
    "Propose a swap to another player: up to {n} of your cards for up to {n} of theirs. They accept or refuse. Then "
    "draw 1 Resource card.",
    "Take any {n} Resource {card} from the Resource discard pile.",
    "Place it in front of the team: the next Challenge that would be turned up leaves the game unseen instead. Then "
    "discard this.",
    "Place it in front of the team: the next Upkeep with at least one Challenge in play is skipped. Then discard this.",
    "Take two different actions: gather, attempt a Milestone, remove a Challenge, share. You may skip the second.",
)
"""Text that describes each Ministry's action, with its number left out."""
LOSER_DESCRIPTIONS = {TEAM: "the team", ACTIVE: "the active player", MOST: "the fullest hand"}


def assist(ministry: Ministry) -> str:
    """Return the places that a Ministry fills as an Assist, in words."""
    wild = ministry.assist.count(GOODWILL)
    return f"any {format_count(wild, 'Resource')}" if wild else cost_text(ministry.assist)


def action(rules: Rules, kind: int) -> str:
    """Return the text that describes the action of a Ministry."""
    numbers = rules.numbers
    n = {
        cards.FINANCE: numbers.finance_draws,
        cards.SCIENCE: numbers.science_looks,
        cards.PUBLIC_WORKS: numbers.works_guests,
        cards.INFORMATION: numbers.information_looks,
        cards.FOREIGN: numbers.max_swapped,
        cards.JUSTICE: numbers.justice_takes,
    }.get(kind, 0)
    word = ("no", "one", "two", "three", "four", "five", "six")[n]
    return ACTIONS[kind].format(n=n, word=word, card="card" if n == 1 else "cards")


def _print_resource(rules: Rules, kind: int) -> CatalogueCard:
    name, copies = cards.RESOURCES[kind], rules.counts[cards.RESOURCE][kind]
    text = (
        "Counts as any 1 Resource when you pay."
        if kind == GOODWILL
        else f"Counts as {count_text(1, name)} when you pay."
    )
    face = f"{name}\nResource · {copies} copies\n{text}"
    return CatalogueCard(name, ("Resource", str(copies), text), ("resource", "resources"), face, CopyCounts(copies))


def _print_ministry(rules: Rules, kind: int) -> CatalogueCard:
    ministry, copies = rules.ministries[kind], rules.counts[cards.MINISTRY][kind]
    helps = f"As an Assist to a Milestone: {assist(ministry)}."
    if kind == cards.JUSTICE:
        helps += " Afterwards take into your hand one Resource card that was just paid."
    face = f"{ministry.name}\nMinistry · {copies} copies\nAs an action: {action(rules, kind)}\n{helps}"
    row = ("Ministry", str(copies), helps)
    return CatalogueCard(ministry.name, row, ("ministry", ministry.code.lower()), face, CopyCounts(copies))


def _print_milestone(card: Milestone, copies: int) -> CatalogueCard:
    calm = "" if card.calm == NO_CALM else f"Only with at most {format_count(card.calm, 'Challenge')} in play."
    row = f"Worth {format_count(card.points, 'point')}. Costs {cost_text(card.cost)}."
    face = "\n".join(filter(None, (f"{card.name}\nMilestone · {row}", calm)))
    return CatalogueCard(
        card.name, ("Milestone", str(copies), row), ("milestone", card.code.lower()), face, CopyCounts(copies)
    )


def _make_challenge(card: Challenge, copies: int) -> CatalogueCard:
    row = (
        f"Costs {cost_text(card.cost)}. If unpaid, {LOSER_DESCRIPTIONS[card.who]} loses "
        f"{format_count(card.penalty, 'card')}."
    )
    face = f"{card.name}\nChallenge · {cost_text(card.cost)}\nIf it is not paid when it is turned up, "
    face += f"{LOSER_DESCRIPTIONS[card.who]} loses "
    face += f"{format_count(card.penalty, 'card')}, once. While it stays in play, each Upkeep costs the team a card."
    return CatalogueCard(
        card.name, ("Challenge", str(copies), row), ("challenge", card.code.lower()), face, CopyCounts(copies)
    )


NOTE = (
    "Invented for Tether: every card of the four decks, all costs and penalties, Calm, the targets and the levels "
    "calm, normal and storm. The decks, the course of a turn and the limits are the designer's."
)
"""Note shown below the list of cards and in the rulebook."""


def make_catalogue(text: str = "") -> Catalogue:
    """Return the catalogue of the ruleset with this content."""
    rules = RULESETS.of(text)
    found = (
        *(_print_resource(rules, kind) for kind in range(len(cards.RESOURCES))),
        *(_print_ministry(rules, kind) for kind in range(len(rules.ministries))),
        *map(_print_milestone, rules.milestones, rules.counts[cards.MILESTONE]),
        *map(_make_challenge, rules.challenges, rules.counts[cards.CHALLENGE]),
    )
    return Catalogue(("Where", "Copies", "What it does"), tuple(map(mark_as_ours, found)), NOTE, make_catalogue)


CATALOGUE = make_catalogue()
