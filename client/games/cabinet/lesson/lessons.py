"""The lessons: the coach's texts, their positions, and the picks expected from the player."""

from __future__ import annotations

from client.games.cabinet.lesson.setup import CITY, LAST, TURN, held
from client.games.cabinet.prompts import CabinetPrompt
from client.games.cabinet.tooltips import deck_size
from client.table.lesson.controller import Lesson
from client.table.pick.script import CARD, Pick
from core.games.cabinet import action, cards, payment
from core.games.cabinet.cards import CHALLENGE, MINISTRY, RESOURCE
from core.games.cabinet.state import Cabinet

FIRST_DRAW = "first draw"
"""Name of the stage for the first drawn card; the other two cards share one stage."""
OFFICE, ONCE_MORE = "by the Office", "once more"
"""Names of the stages for the Cabinet Office's two actions."""


def stage_of(inquiry: CabinetPrompt) -> str:
    """Return the stage: the turn and the question.

    For draws and for the actions of the Cabinet Office, the stage also depends on the number left.
    """
    kind, turn = inquiry.asked_of.kind, inquiry.state.turn
    if kind == "draw" and turn == TURN and inquiry.detail[0] == inquiry.state.rules.numbers.cards_per_draw:
        kind = FIRST_DRAW
    if inquiry.asked_of is action.ACT and inquiry.detail[0] != action.ALL_KINDS:
        kind = OFFICE if action.SOLVE in inquiry.detail[0] else ONCE_MORE
    return f"{turn} {kind}"


# Actions --------------------------------------------------------------------------------------------------------------


def _card(name: str) -> Pick:
    """Return the pick of the first card with this name in the hand of the seat that picks."""
    return (CARD, next(copy for copy in cards.COPIES if cards.name_of(copy) == name))


def _first_challenge(q: CabinetPrompt) -> tuple[Pick, ...]:
    return (("challenge", q.state.challenges[0]),)


def _proposed(q: CabinetPrompt) -> tuple[Pick, ...]:
    return tuple((CARD, copy) for copy in payment.proposed_pledge(q.state, q.seat))


def _with_science(q: CabinetPrompt) -> tuple[Pick, ...]:
    return (*_proposed(q), (CARD, held(q.state, q.seat, "Science")))


def _pick_cabinet_office(q: CabinetPrompt) -> tuple[Pick, ...]:
    return ((CARD, held(q.state, q.seat, "Cabinet Office")), ("play", 0))


def _pick_city(q: CabinetPrompt) -> tuple[Pick, ...]:
    return (("aside", next(copy for copy in q.state.aside if cards.name_of(copy) == CITY)),)


# Texts from the table -------------------------------------------------------------------------------------------------


def _goal(state: Cabinet) -> str:
    return (
        "You, Ilse and Marek are one government: all of you win, or all of you lose. Here is your score, "
        f"{state.score} of {state.target} points. Milestones bring the {state.target - state.score} that are missing."
    )


def _clock(state: Cabinet) -> str:
    return (
        f"Every turn takes a Challenge from this deck; it has {deck_size(state, CHALLENGE)}. When one is due and none "
        "is left, the match is lost."
    )


def _passes_text(state: Cabinet) -> str:
    return (
        f"{state.target - state.score} points are missing now. But the wall was full, so two Challenges left the deck "
        "unseen: then time runs twice as fast."
    )


LESSONS = (
    Lesson(f"{TURN} {FIRST_DRAW}", "What you play for", _goal, "ladder"),
    Lesson(f"{TURN} {FIRST_DRAW}", "Your time", _clock, "clock"),
    Lesson(
        f"{TURN} {FIRST_DRAW}",
        "The crises",
        "Two Challenges hang on the wall, and there is no room for more. At the start of each turn the team "
        "discards a card for each of them.",
        "wall",
    ),
    Lesson(
        f"{TURN} {FIRST_DRAW}",
        "Your draw",
        "It is your turn. Draw three cards; you see each before you choose the next deck. First a *Ministry*: "
        "press its deck, or 2.",
        picks=lambda q: (("deck", MINISTRY),),
        short="draw a Ministry",
    ),
    Lesson(
        f"{TURN} draw",
        "Resources",
        "A Ministry does what is printed on it. *Resources* pay for Challenges and Milestones: draw two. Press their "
        "deck, or 1.",
        picks=lambda q: (("deck", RESOURCE),),
        short="draw Resources",
    ),
    Lesson(
        f"{TURN} act",
        "Open hands",
        "All hands are open: you see what Ilse and Marek hold, and they see yours. Each plays their own hand, but you "
        "may talk about everything.",
        "plates",
    ),
    Lesson(
        f"{TURN} act",
        "Your action",
        "You have one action. *Leaked Memo* costs one Trust, which you have: press it on the wall, then *Pay it*. The "
        "wall is then no longer full.",
        picks=_first_challenge,
        short="press Leaked Memo, then Pay it",
    ),
    Lesson(
        f"{TURN} pledge",
        "A new Challenge",
        "The team can pay it together at once. Each player pledges cards in secret; your matching cards are already "
        "selected. You have Funds, Marek has Works: press *Pledge*.",
        "stake",
        picks=_proposed,
        short="pledge your Funds",
    ),
    Lesson(
        f"{TURN + 1} offer",
        "Paid together",
        "Bread Riots is paid and gone. Now it is Ilse's turn, and it begins with the Upkeep: one card "
        "for the one Challenge that still hangs there.",
        "wall",
        early=True,
    ),
    Lesson(
        f"{TURN + 1} offer",
        "Upkeep",
        "Each secretly offers cards to spare. If these are too few, the fullest hand must give the rest. You have "
        "three Expertise: press one of them, then *Offer*.",
        picks=lambda q: (_card("Expertise"),),
        short="offer one Expertise",
    ),
    Lesson(
        f"{TURN + 2} pledge",
        "Ilse's turn",
        "Ilse played *Health*, so Marek had no Upkeep. Nobody could pay *Cracked Dam*: it cost her a card and hangs on "
        "the wall, which is full again.",
        "wall",
        early=True,
    ),
    Lesson(
        f"{TURN + 2} pledge",
        "A Milestone",
        "It is Marek's turn, and his action is a Milestone: *Free Press Charter*, 2 points. He has all of it but "
        "Expertise, and you have that: press *Pledge*.",
        "stake",
        picks=_proposed,
        short="pledge your Expertise",
    ),
    Lesson(f"{LAST} offer", "Time passes", _passes_text, "clock", early=True),
    Lesson(
        f"{LAST} offer",
        "Your last turn",
        "The Upkeep takes two cards now. You need all of yours in a moment. Ilse sees that and gives both. "
        "Press *Offer nothing*.",
        picks=lambda q: (),
        short="offer nothing",
    ),
    Lesson(
        f"{LAST} draw",
        "Three more cards",
        "Your draw. You have enough Ministries: draw three *Resources*.",
        picks=lambda q: (("deck", RESOURCE),),
        short="draw Resources",
    ),
    Lesson(
        f"{LAST} act",
        "The Cabinet Office",
        "You want two things in one turn, and a Ministry allows that. Press *Cabinet Office* in your hand, then "
        "*Play it* on the table, then *Play it* below.",
        picks=_pick_cabinet_office,
        short="play the Cabinet Office",
    ),
    Lesson(
        f"{LAST} {OFFICE}",
        "Calm",
        "Milestones of 3 points and more need calm: at most one Challenge on the wall. So first pay *Border Incident* "
        "with Votes and Trust.",
        picks=_first_challenge,
        short="press Border Incident, then Pay it",
    ),
    Lesson(
        f"{LAST} {ONCE_MORE}",
        "The second action",
        "The wall is calm. Now press the deck of *Milestones*, then *Attempt one*.",
        picks=lambda q: (("milestone", 0),),
        short="attempt a Milestone",
    ),
    Lesson(
        f"{LAST} attempt",
        "One of two",
        "Two are drawn. One is attempted, the other goes under the deck. *Science City* gives the 3 points that you "
        "need: press it, then *Attempt it*.",
        picks=_pick_city,
        short="choose Science City",
    ),
    Lesson(
        f"{LAST} pledge",
        "An Assist",
        "Marek's Goodwill counts as any Resource. One of your Ministries can pay the rest: as an *Assist*, Science is "
        "worth two Expertise. Press *Science*, then *Pledge*.",
        "stake",
        picks=_with_science,
        short="press Science, then Pledge",
    ),
)
"""Lessons in the order in which the coach shows them."""
