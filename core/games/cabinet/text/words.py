"""Words for cards, costs and decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar, cast

from core.engine.game import Decision
from core.engine.text.words import join_list
from core.games.cabinet import cards
from core.games.cabinet import decisions as d
from core.games.cabinet.cards import DECK_NAMES, RESOURCES
from core.games.cabinet.ruleset import Rules

SINGULAR = {"Funds": "Fund", "Votes": "Vote"}
"""Names of Resources for one card or place, where they differ."""


def seat_name(seat: int) -> str:
    """Return the text for a seat, which a table replaces by the player's name."""
    return f"seat {seat}"


def name_list(copies: Iterable[int]) -> str:
    """Return a list of cards in words, with cards of the same name together.

    >>> name_list((1, 2, 30)), name_list(())
    ('2 Funds and 1 Expertise', 'nothing')
    """
    return count_names(cards.name_of(copy) for copy in copies)


def count_names(names: Iterable[str]) -> str:
    """Return a list of names in words, with each name listed once."""
    every = list(names)
    each = dict.fromkeys(every)
    return join_list(count_text(every.count(name), name) if len(every) > len(each) else name for name in each)


def count_text(number: int, name: str) -> str:
    """Return a number of cards or places of one name, in words.

    >>> count_text(1, "Votes"), count_text(2, "Votes"), count_text(1, "Works")
    ('1 Vote', '2 Votes', '1 Works')
    """
    return f"{number} {SINGULAR.get(name, name) if number == 1 else name}"


def cost_text(cost: cards.Cost) -> str:
    """Return the places of a cost in words.

    >>> cost_text((0, 0, 1))
    '2 Funds and 1 Vote'
    """
    return count_names(RESOURCES[kind] for kind in cost)


def card_with_cost(rules: Rules, copy: int) -> str:
    """Return a Milestone or Challenge with its cost."""
    return f"{cards.name_of(copy)} ({cost_text(rules.cost(copy))})"


# Decisions ------------------------------------------------------------------------------------------------------------


def _action_text(decision: d.Act) -> str:
    if decision.kind == "gather":
        return f"gather a {DECK_NAMES[decision.deck]} card"
    if decision.kind == "ministry":
        solved = (
            f": remove {cards.name_of(decision.challenge)} for {name_list(decision.pay)}" if decision.challenge else ""
        )
        return f"play {cards.name_of(decision.card)}{solved}"
    if decision.kind == "challenge":
        return f"remove {cards.name_of(decision.challenge)} for {name_list(decision.pay)}"
    if decision.kind == "share":
        return f"give {cards.name_of(decision.card)} to {seat_name(decision.to)}"
    if decision.kind == "milestone":
        return f"attempt {cards.name_of(decision.card)}" if decision.card else "attempt a Milestone"
    return "no second action"


def _pledge_text(decision: d.Pledge) -> str:
    help_ = f", with {cards.name_of(decision.assist)} as Assist" if decision.assist else ""
    return f"pledge {name_list(decision.cards)}{help_}"


def _settle_text(decision: d.Settle) -> str:
    if not decision.pays:
        return "do not pay"
    return f"pay, with {cards.name_of(decision.assist)} as Assist" if decision.assist else "pay together"


def _mix_text(decision: d.Mix) -> str:
    if not decision.ministries:
        return "draw only Resources"
    return f"draw {decision.ministries} {'Ministry' if decision.ministries == 1 else 'Ministries'}, the rest Resources"


def _guests_text(decision: d.Guests) -> str:
    return f"draw with {join_list(map(seat_name, decision.seats))}" if decision.seats else "draw alone"


X = TypeVar("X", bound=Decision)
Wording = Callable[[Decision], str]


def _described_by(kind: type[X], words: Callable[[X], str]) -> tuple[type, Wording]:
    """Return the type of a decision and the function that describes decisions of this type."""
    return kind, cast(Wording, words)


CHOICES: dict[type, Wording] = dict(
    [
        _described_by(d.Draw, lambda x: f"draw a {DECK_NAMES[x.deck]} card"),
        _described_by(d.Mix, _mix_text),
        _described_by(d.Settle, _settle_text),
        _described_by(d.Act, _action_text),
        _described_by(d.Attempt, lambda x: f"attempt {cards.name_of(x.card)}" if x.card else "attempt none of them"),
        _described_by(d.Pledge, _pledge_text),
        _described_by(d.Offer, lambda x: f"offer {', then '.join(map(cards.name_of, x.cards)) or 'nothing'}"),
        _described_by(d.Discard, lambda x: f"discard {name_list(x.cards)}"),
        _described_by(d.Arrange, lambda x: f"put back {', '.join(map(cards.name_of, x.cards))}"),
        _described_by(d.Guests, _guests_text),
        _described_by(
            d.Swap,
            lambda x: (
                f"swap {name_list(x.mine)} for {name_list(x.theirs)} with {seat_name(x.to)}"
                if x.to
                else "propose no swap"
            ),
        ),
        _described_by(d.Accept, lambda x: "accept" if x.yes else "refuse"),
        _described_by(d.Take, lambda x: f"take {name_list(x.cards)}"),
    ]
)


def describe_decision(decision: Decision, rules: Rules | None = None) -> str:
    """Return a short text that describes a decision; with the rules it gives the cost of a Milestone.

    >>> describe_decision(d.Pledge((1, 2))), describe_decision(d.Offer(()))
    ('pledge 2 Funds', 'offer nothing')
    """
    if rules is not None and isinstance(decision, d.Attempt) and decision.card:
        return f"attempt {card_with_cost(rules, decision.card)}"
    return CHOICES[type(decision)](decision)
