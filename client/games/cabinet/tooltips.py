"""Explanations of the things on Cabinet's table."""

from __future__ import annotations

from client.table.view_model import ViewModel
from client.ui.richtext import escape
from core.engine.text.words import format_count
from core.games.cabinet import cards
from core.games.cabinet.cards import CHALLENGE, FLEETING, MILESTONE, MINISTRY, NO_CALM
from core.games.cabinet.changes import RULESETS
from core.games.cabinet.options import LITERAL, PASSES, SEED
from core.games.cabinet.ruleset import Rules
from core.games.cabinet.state import Cabinet
from core.games.cabinet.text.catalogue import LOSER_DESCRIPTIONS, PORTFOLIOS, action, assist, lasting_text
from core.games.cabinet.text.words import cost_text, count_text

PHASES = ("Upkeep", "Draw", "Action", "Challenge", "End")
PHASE_OF_QUESTION = {
    "draw": "Draw",
    "mix": "Draw",
    "act": "Action",
    "attempt": "Action",
    "trim": "End",
    "arrange": "Action",
    "guests": "Action",
    "swap": "Action",
    "accept": "Action",
    "take": "Action",
}
"""Phase in which each kind of question is asked, for the questions that belong to one phase."""


def rules_of(model: ViewModel) -> Rules:
    """Return the rules of the match on screen."""
    state = model.state_of(Cabinet)
    return RULESETS.printed if state is None else state.rules


def card_tip(copy: int, rules: Rules = RULESETS.printed) -> str:
    """Return the name, the kind and the effect of a card."""
    deck, name = cards.deck_of(copy), escape(cards.name_of(copy))
    if deck == MINISTRY:
        kind = cards.kind_of(copy)
        helps = assist(rules.ministries[kind])
        does = escape(action(rules, kind))
        heads = f"\n{{muted}}As your portfolio: {escape(PORTFOLIOS[kind])}{{/}}" if rules.numbers.portfolios else ""
        return f"*{name}* {{muted}}(Ministry){{/}}\n{does}\nAs an Assist to a Milestone: {escape(helps)}.{heads}"
    if deck == MILESTONE:
        milestone = rules.milestone(copy)
        lines = [
            f"*{name}* {{muted}}(Milestone){{/}}",
            f"Costs {cost_text(milestone.cost)}. Worth {format_count(milestone.points, 'point')}.",
        ]
        if milestone.calm != NO_CALM:
            lines.append(f"Only with at most {format_count(milestone.calm, 'Challenge')} in play.")
        return "\n".join(lines)
    if deck == CHALLENGE:
        challenge = rules.challenge(copy)
        lasting = escape(lasting_text(challenge))
        stays = "{muted}While it stays, each Upkeep costs the team a card.{/}"
        return "\n".join(filter(None, (
            f"*{name}* {{muted}}(Challenge){{/}}\nCosts {cost_text(challenge.cost)}. "
            "If it is not paid when it is turned up, "
            f"{LOSER_DESCRIPTIONS[challenge.who]} loses {format_count(challenge.penalty, 'card')}, once only.",
            lasting, "" if challenge.lasting == FLEETING else stays)))  # fmt: skip
    wild = cards.kind_of(copy) == cards.GOODWILL
    return (
        f"*{name}* {{muted}}(Resource){{/}}\nCounts as {'any 1 Resource' if wild else count_text(1, name)} "
        f"when you pay."
    )


def turns_left(state: Cabinet) -> int:
    """Return the maximum number of turns for which the deck of Challenges lasts."""
    return len(state.decks) and deck_size(state, CHALLENGE)


def deck_size(state: Cabinet, deck: int) -> int:
    """Return the number of cards in a deck."""
    from core.games.cabinet.decks import DECKS

    return int(DECKS.size(state, deck))


def phase_word(state: Cabinet) -> str:
    """Return the phase of the turn, in the words of the top bar."""
    return state.phase.capitalize() if state.turn else ""


FULL_WALL = {
    PASSES: "The wall is full: {passing} the deck unseen each turn.",
    SEED: "The wall is full: no Challenge is turned up, and none leaves the deck.",
    LITERAL: "The wall is full: no Challenge is turned up, and none leaves the deck.",
}
"""Sentences about the effect of a full wall, by the value of the option `clock`."""


def full_wall_text(state: Cabinet) -> str:
    """Return a sentence about the effect of a full wall."""
    many = state.rules.numbers.passing_challenges
    passing = f"{format_count(many, 'Challenge')} {'leaves' if many == 1 else 'leave'}"
    return FULL_WALL[state.clock].format(passing=passing)


def time_left(state: Cabinet) -> str:
    """Return a sentence about the time that the team has left, by the option `clock`."""
    left = deck_size(state, CHALLENGE)
    if state.clock == PASSES:
        return f"at most {format_count(left, 'turn')} left"
    if len(state.challenges) >= state.limit:
        return "the clock stands still"
    return f"{format_count(left, 'Challenge')} to come"
