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
from core.games.cabinet.ruleset import Numbers, Rules
from core.games.cabinet.text.words import SINGULAR, cost_text, count_text

ACTIONS = (
    "{finance}",
    "Remove one Challenge in play by paying its cost alone, with one card fewer (you choose which).",
    "Look at the top {n} Milestones and put them back in any order. Then draw {after}.",
    "{works}",
    "Look at the top {n} Challenges. Put one under the deck and the others back in any order. Then draw {after}.",
    "{foreign}Then draw {after}.",
    "Take any {n} Resource {card} from the Resource discard pile.",
    "Place it in front of the team: the next Challenge that would be turned up leaves the game unseen instead. Then "
    "discard this.",
    "Place it in front of the team: the next Upkeep with at least one Challenge in play is skipped. Then discard this."
    "{health}",
    "Take two different actions: gather, attempt a Milestone, remove a Challenge, share. You may skip the second.",
)
"""Text that describes each Ministry's action, with its number left out."""
PORTFOLIOS = (
    *(f"In your turns, costs of two cards or more need one {name} less." for name in ("Fund", "Vote", "Expertise")),
    *(f"In your turns, costs of two cards or more need one {name} less." for name in ("Works", "Trust")),
    "When you share a card, draw a Resource card.",
    "Your hand limit is 2 cards higher.",
    "In your turns, the penalty of a Challenge is 1 card less.",
    "In your turns, Upkeep takes 1 card less.",
    "You draw 1 card more in each of your turns.",
)
"""Text of each Ministry's portfolio, which a player has for the whole match."""
LASTING_TEXTS = {
    cards.NONE: "",
    cards.FLEETING: "Then it is over: it does not stay in play.",
    cards.DRAW_LESS: "While it is in play, the active player draws 1 card less.",
    cards.SMALL_HANDS: "While it is in play, the hand limit is 2 cards lower.",
    cards.DEAR_UPKEEP: "While it is in play, Upkeep takes 1 more card.",
    cards.NO_ASSIST: "While it is in play, no Ministry may assist.",
    cards.NO_MINISTRY: "While it is in play, no Ministry may be played as an action.",
    cards.DEAR_MILESTONES: "While it is in play, Milestones cost 1 {resource} more.",
    cards.SPREADING: "While it is in play, other new Challenges cost 1 {resource} more.",
    cards.FAST_CLOCK: "While it is in play, 1 more Challenge leaves the deck unseen each turn.",
}
"""Text of each lasting effect."""
LOSER_DESCRIPTIONS = {TEAM: "the team", ACTIVE: "the active player", MOST: "the fullest hand"}


SINGULAR_NAMES = tuple(SINGULAR.get(name, name) for name in cards.RESOURCES)
"""Name of one card of each Resource."""


def assist(ministry: Ministry) -> str:
    """Return the places that a Ministry fills as an Assist, in words."""
    wild = ministry.assist.count(GOODWILL)
    return f"any {format_count(wild, 'Resource')}" if wild else cost_text(ministry.assist)


def action(rules: Rules, kind: int) -> str:
    """Return the text that describes the action of a Ministry."""
    numbers = rules.numbers
    n = {
        cards.SCIENCE: numbers.science_looks,
        cards.INFORMATION: numbers.information_looks,
        cards.JUSTICE: numbers.justice_takes,
    }.get(kind, 0)
    return ACTIONS[kind].format(
        n=n,
        card="card" if n == 1 else "cards",
        finance=_finance_text(numbers),
        works=_works_text(numbers),
        foreign=_foreign_text(numbers),
        after=_resource_cards(numbers.after_draws),
        health=f" Draw {_resource_cards(numbers.health_draws)}." if numbers.health_draws else "",
    )


def _resource_cards(count: int) -> str:
    return format_count(count, "Resource card")


def _finance_text(numbers: Numbers) -> str:
    if numbers.finance_spreads:
        return f"The emptiest hands draw {_resource_cards(numbers.finance_draws)}, one after the other."
    return f"Draw {_resource_cards(numbers.finance_draws)}."


def _works_text(numbers: Numbers) -> str:
    word = ("no", "one", "two", "three", "four")[numbers.works_guests]
    if numbers.works_draws == 1:
        return f"You and up to {word} other players of your choice draw 1 Resource card each."
    return f"Draw {_resource_cards(numbers.works_draws)}. Up to {word} other players of your choice draw 1 each."


def _foreign_text(numbers: Numbers) -> str:
    swap = (
        f"Propose a swap to another player: up to {numbers.max_swapped} of your cards for up to {numbers.max_swapped} "
        "of theirs. They accept or refuse. "
    )
    takes = f"Take any {format_count(numbers.foreign_takes, 'other Ministry', 'other Ministries')} from the discards. "
    return (swap if numbers.max_swapped else "") + (takes if numbers.foreign_takes else "")


def lasting_text(card: Challenge) -> str:
    """Return the sentence about a Challenge's lasting effect, or "" if it has none."""
    return LASTING_TEXTS[card.lasting].format(resource=SINGULAR_NAMES[card.cost[0]])


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
    heads = f"\nAs your portfolio: {PORTFOLIOS[kind]}" if rules.numbers.portfolios else ""
    face = f"{ministry.name}\nMinistry · {copies} copies\nAs an action: {action(rules, kind)}\n{helps}{heads}"
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
    loses = f"{LOSER_DESCRIPTIONS[card.who]} loses {format_count(card.penalty, 'card')}"
    lasting = lasting_text(card)
    row = " ".join(filter(None, (f"Costs {cost_text(card.cost)}. If unpaid, {loses}.", lasting)))
    face = f"{card.name}\nChallenge · {cost_text(card.cost)}\nIf it is not paid when it is turned up, {loses}, once. "
    face += lasting
    if card.lasting != cards.FLEETING:
        face += f"{' ' * bool(lasting)}While it stays in play, each Upkeep costs the team a card."
    return CatalogueCard(
        card.name, ("Challenge", str(copies), row), ("challenge", card.code.lower()), face, CopyCounts(copies)
    )


NOTE = (
    "Invented for Tether: every card of the four decks, all costs, penalties and lasting effects, Calm, portfolios, "
    "the targets and the levels calm, normal and storm. The decks, the course of a turn and the limits are the "
    "designer's."
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
