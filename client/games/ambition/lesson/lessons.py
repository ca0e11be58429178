"""The lessons: what the coach says, beside what, and what the player is to pick."""

from __future__ import annotations

from client.games.ambition import faces
from client.games.ambition.lesson.setup import ILSE, LIE, MAREK, SAID, TRUE, TURN
from client.games.ambition.prompts import Inquiry, deed
from client.games.ambition.tooltips import unseen
from client.table.lesson.lesson_screen import Lesson
from client.table.picking import CARD, Pick
from core.games.ambition.cards import (
    ARMAGEDDON,
    BACK_CHANNEL,
    BLAST,
    CAUGHT,
    DEFENSE,
    EARLY_WARNING,
    GRIDWORKS,
    NUCLEAR_ARMS,
    PACTS,
)
from core.games.ambition.state import Ambition

USE, STOP = "use", "stop"
"""The stages of the industrial step after the card."""


def stage_of(inquiry: Inquiry) -> str:
    """Turn and ask; the industrial step by what is left of it."""
    kind, state = inquiry.asked_of.kind, inquiry.state
    if kind == "industry" and not state.hand(inquiry.seat, "industry"):
        kind = STOP if state.used else USE
    if kind == "diplomacy" and not state.claim and "claim" not in inquiry.detail[0]:
        kind = "attempt"
    return f"{state.turn} {kind}"


# Deeds ----------------------------------------------------------------------------------------------------------------


def _held(q: Inquiry, number: int) -> Pick:
    """A card of the hand by its code."""
    hand = [entry for sort in faces.SORTS for entry in q.state.hand(q.seat, sort)]
    return CARD, next(entry for entry in hand if faces.of_entry(q.state, q.secrets, entry) == number)


def _archbishop(q: Inquiry) -> tuple[Pick, ...]:
    elites = q.state.hand(q.seat, "elites")
    best = max(elites, key=lambda entry: q.secrets.drawn.get(entry, -1))
    return (CARD, best), ("value", TRUE)


def _gridworks(q: Inquiry) -> tuple[Pick, ...]:
    return (_held(q, faces.code(faces.INDUSTRY, GRIDWORKS)),)


def _channel(q: Inquiry) -> tuple[Pick, ...]:
    return (_held(q, faces.code(faces.INTRIGUE, BACK_CHANNEL)),)


def _pact(q: Inquiry) -> tuple[Pick, ...]:
    return ("seat", ILSE), ("pact", DEFENSE), ("secret", 0)


def _warning(q: Inquiry) -> tuple[Pick, ...]:
    return (_held(q, faces.code(faces.INTRIGUE, EARLY_WARNING)),)


def _launch(q: Inquiry) -> tuple[Pick, ...]:
    return _held(q, faces.code(faces.INTRIGUE, NUCLEAR_ARMS)), ("seat", MAREK)


def _end(q: Inquiry) -> tuple[Pick, ...]:
    return (_held(q, faces.code(faces.INTRIGUE, ARMAGEDDON)),)


# Words that come from the table ---------------------------------------------------------------------------------------


def _unseen(state: Ambition) -> str:
    counts = unseen(state, ILSE)
    return (
        f"Ilse says her card is worth {LIE}. Here is what all know: of {sum(counts)} Elites that nobody has "
        "seen leave her "
        f"deck, {counts[LIE]} is worth {LIE}. Below stands what each answer brings."
    )


def _armed(state: Ambition) -> str:
    holders = sum(map(state.armed, state.seats))
    return (
        f"Ilse has drawn *I Am Become Death* and given Oda a token. {holders} of {state.n} are armed now: from here on "
        "Armageddon can be played."
    )


LESSONS = (
    Lesson(
        f"{TURN} diplomacy",
        "What you play for",
        "You want the most *Influence* when the world ends. What lies in your purse, all see. Your *Elites* "
        "nobody sees: "
        "each counts its value at the end.",
        "own",
    ),
    Lesson(
        f"{TURN} diplomacy",
        "If it ended now",
        "This is what you would score. Each *Intrigue* card in hand is worth 2, but Nuclear Arms cost 5.",
        "evidence",
    ),
    Lesson(
        f"{TURN} diplomacy",
        "A claim",
        f"You rolled 3: draw an Elite, or claim. A claim is an Elite face down and a number, true or not. Press "
        f"*Archbishop*, then *{TRUE}*, then *Claim {TRUE}*.",
        picks=_archbishop,
        short=f"Archbishop, {TRUE}, Claim {TRUE}",
    ),
    Lesson(
        f"{TURN} industry",
        "Challenged",
        f"Marek challenged, and it was true: you gained {TRUE}, he lost {TRUE}. Had nobody challenged, you would have "
        "gained as much, and nobody would have seen the card.",
        "own",
        early=True,
    ),
    Lesson(
        f"{TURN} industry",
        "Industry",
        "Of each industry one is in play on the whole table. Press *Gridworks* in your hand, then *Do it*.",
        "works",
        picks=_gridworks,
        short="put Gridworks into play",
    ),
    Lesson(
        f"{TURN} {USE}",
        "A perk",
        "Gridworks gives you 1 Influence in each of your turns: press it in the list of industries, or in your action.",
        "works",
        picks=lambda q: (deed("gridworks"),),
        short="use Gridworks",
    ),
    Lesson(
        f"{TURN} play",
        "Intrigue",
        "Last you draw an Intrigue card, or play one. *Back Channel* lets you seek an ally: press it, then *Do it*.",
        picks=_channel,
        short="play Back Channel",
    ),
    Lesson(
        f"{TURN} attempt",
        "An alliance",
        f"Press *Ilse*, then *{PACTS[DEFENSE].name}*, then *In the open*, and propose it. In secret only the "
        "two of you "
        "would know what it is.",
        picks=_pact,
        short="propose it to Ilse",
    ),
    Lesson(
        f"{TURN + 1} challenge",
        "The stake",
        f"Ilse accepted: each of you gained 1, and {PACTS[DEFENSE].stake} of each lie aside. If one of you "
        "stops a strike at "
        "the other, both get twice that back.",
        "own",
        early=True,
    ),
    Lesson(f"{TURN + 1} challenge", "What all know", _unseen, "evidence"),
    Lesson(
        f"{TURN + 1} challenge",
        "Challenge",
        "An ally may be challenged like anybody else. Press *Challenge*: all answers open together.",
        picks=lambda q: (("yes", 1),),
        short="challenge it",
    ),
    Lesson(
        f"{TURN + 2} counter",
        "Who is armed",
        _armed,
        "armed",
        early=True,
    ),
    Lesson(
        f"{TURN + 2} counter",
        "A strike",
        f"Marek strikes Ilse: she and both her neighbours would lose {BLAST} and their hands, and you are one "
        "of them. Red "
        "frames show it.",
        "around",
    ),
    Lesson(
        f"{TURN + 2} counter",
        "Stop it",
        "Nuclear Arms or an *Early Warning* stop any strike. Press the Early Warning, then *Stop it*: it saves you and "
        "keeps your pact.",
        picks=_warning,
        short="press Early Warning, then Stop it",
    ),
    Lesson(
        f"{TURN + 3} census",
        "The pact pays",
        f"You came to Ilse's aid: your pact was completed, and each of you has taken {2 * PACTS[DEFENSE].stake}.",
        "own",
        early=True,
    ),
    Lesson(
        f"{TURN + 3} census",
        "Words as cards",
        "Oda has drawn the *Census*: everybody says which Elite it holds, and the highest gains 5. Your best "
        "is a 4. Say "
        f"*{SAID}*: who is caught loses {CAUGHT}, but so does a wrong challenger.",
        picks=lambda q: (("value", SAID),),
        short=f"say {SAID}",
    ),
    Lesson(
        f"{TURN + 3} doubt",
        "Who lies?",
        "Now all may challenge one of these claims. You know of no lie but yours: press *Challenge nobody*.",
        picks=lambda q: (deed("nobody"),),
        short="challenge nobody",
    ),
    Lesson(
        f"{TURN + 4} launch",
        "Your own strike",
        "Nobody dared. With a token you are asked before the die: roll, or launch. Press *Nuclear Arms*, then *Marek*, "
        "then *Launch*: it hits him, Ilse and Oda, but not you.",
        "around",
        picks=_launch,
        short="launch at Marek",
    ),
    Lesson(
        f"{TURN + 4} play",
        "The end of the world",
        "All are armed, you are ahead, and you hold *Armageddon*: press it, then *Do it*. All hands are "
        "opened, and the "
        "score is counted.",
        picks=_end,
        short="play Armageddon",
    ),
)
"""In the order in which they are told."""
