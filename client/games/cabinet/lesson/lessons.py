"""The lessons: the coach's texts, their positions, and the picks expected from the player."""

from __future__ import annotations

from client.games.cabinet.lesson.setup import CITY, LAST, TURN, held
from client.games.cabinet.prompts import CabinetPrompt
from client.games.cabinet.tooltips import deck_size
from client.table.lesson.controller import Lesson
from client.table.pick.script import CARD, Pick
from core.games.cabinet import action, cards, milestones
from core.games.cabinet.cards import CHALLENGE
from core.games.cabinet.state import Cabinet

OFFICE, ONCE_MORE = "by the Office", "once more"
"""Names of the stages for the Cabinet Office's two actions."""


def stage_of(inquiry: CabinetPrompt) -> str:
    """Return the stage: the turn and the question.

    For the actions of the Cabinet Office, the stage also depends on the number left.
    """
    kind, turn = inquiry.asked_of.kind, inquiry.state.turn
    if inquiry.asked_of is action.ACT and inquiry.detail[0] != action.ALL_KINDS:
        kind = OFFICE if action.SOLVE in inquiry.detail[0] else ONCE_MORE
    return f"{turn} {kind}"


# Actions --------------------------------------------------------------------------------------------------------------


def _card(name: str) -> Pick:
    """Return the pick of the first card with this name in the hand of the seat that picks."""
    return (CARD, next(copy for copy in cards.COPIES if cards.name_of(copy) == name))


def _first_challenge(q: CabinetPrompt) -> tuple[Pick, ...]:
    return (("challenge", q.state.challenges[0]),)


def _pick_cabinet_office(q: CabinetPrompt) -> tuple[Pick, ...]:
    return ((CARD, held(q.state, q.seat, "Cabinet Office")), ("play", 0))


def _pick_city(q: CabinetPrompt) -> tuple[Pick, ...]:
    return (("milestone", next(copy for copy in milestones.open_choices(q.state) if cards.name_of(copy) == CITY)),)


def _with_science(q: CabinetPrompt) -> tuple[Pick, ...]:
    return (("settle", next(i for i, (_, way) in enumerate(q.settlements) if way.assist)),)


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
        "Marek attempted *Free Press Charter*, and the program took the cards: his own and one Expertise of yours. "
        f"{state.target - state.score} points are missing now. The wall was full, so two Challenges left their deck: "
        "then time runs twice as fast."
    )


LESSONS = (
    Lesson(f"{TURN} mix", "What you play for", _goal, "ladder"),
    Lesson(f"{TURN} mix", "Your time", _clock, "clock"),
    Lesson(
        f"{TURN} mix",
        "The crises",
        "Two Challenges hang on the wall, and there is no room for more. At the start of each turn the team "
        "discards a card for each. Most also harm you in their own way: point at them. On the right you see the two "
        "that come next.",
        "wall",
    ),
    Lesson(
        f"{TURN} mix",
        "Your draw",
        "It is your turn, and you draw three cards. *Resources* pay for Challenges and Milestones. A *Ministry* does "
        "what is printed on it. Take two Resources and one Ministry: press 2.",
        picks=lambda q: (("mix", 1),),
        short="draw one Ministry",
    ),
    Lesson(
        f"{TURN} act",
        "Open hands",
        "All hands are open, and you may talk about everything. The gold sign at the right shows each player's "
        "*portfolio*, a lasting advantage. You have Justice: you may keep nine cards, not seven.",
        "plates",
    ),
    Lesson(
        f"{TURN} act",
        "Your action",
        "You have one action. *Leaked Memo* costs two Trust, which you have: press it on the wall, then *Pay it*. The "
        "wall is then no longer full.",
        picks=_first_challenge,
        short="press Leaked Memo, then Pay it",
    ),
    Lesson(
        f"{TURN} settle",
        "A new Challenge",
        "The team can pay it together at once, and you decide, because it is your turn. The fullest hands give first. "
        "Unpaid it would stay, and make later crises dearer: press *Pay together*.",
        "stake",
        picks=lambda q: (("settle", 0),),
        short="press Pay together",
    ),
    Lesson(
        f"{TURN + 1} lose",
        "Paid together",
        "Bread Riots is paid and gone. Now it is Ilse's turn, and it begins with the Upkeep: one card "
        "for the one Challenge that still hangs there.",
        "wall",
        early=True,
    ),
    Lesson(
        f"{TURN + 1} lose",
        "Upkeep",
        "The fullest hand gives the card, and that is yours. You have three Expertise: press one of them, then "
        "*Discard*.",
        picks=lambda q: (_card("Expertise"),),
        short="discard one Expertise",
    ),
    Lesson(
        f"{LAST} mix",
        "Ilse's turn",
        "Ilse played *Health*, so Marek had no Upkeep. Nobody had Works for *Cracked Dam*: it cost her a card and "
        "hangs on the wall, which is full again. Upkeep now takes one card more for it.",
        "wall",
        early=True,
    ),
    Lesson(f"{LAST} mix", "Time passes", _passes_text, "clock"),
    Lesson(
        f"{LAST} mix",
        "Your last turn",
        "Upkeep took three cards, and Ilse gave them all: hers was the fullest hand. Draw three *Resources*: press 1.",
        picks=lambda q: (("mix", 0),),
        short="draw three Resources",
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
        "*Science City* needs calm: at most one Challenge on the wall. And while *Hostile Press* hangs there, no "
        "Ministry may assist. So first pay it with Votes and Trust.",
        picks=_first_challenge,
        short="press Hostile Press, then Pay it",
    ),
    Lesson(
        f"{LAST} {ONCE_MORE}",
        "A Milestone",
        "Two Milestones lie open, with a line that says if the team can pay. *Science City* gives the 3 points that "
        "you need: press it, then *Attempt it*. The other one goes under the deck.",
        "stake",
        picks=_pick_city,
        short="attempt Science City",
    ),
    Lesson(
        f"{LAST} settle",
        "An Assist",
        "There are two ways to pay. A Ministry of yours can help as an *Assist*: Science is worth two Expertise, and "
        "Marek keeps two Goodwill. Press *Pay, Science assists*.",
        picks=_with_science,
        short="press Pay, Science assists",
    ),
)
"""Lessons in the order in which the coach shows them."""
