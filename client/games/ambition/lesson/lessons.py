"""Lessons of Ambition: the coach's texts, their places, and the picks that the player should make."""

from __future__ import annotations

from client.games.ambition import faces
from client.games.ambition.lesson.setup import ILSE, LIE, MAREK, SAID, TRUE, TURN
from client.games.ambition.prompts import AmbitionPrompt, deed
from client.games.ambition.tooltips import unseen
from client.table.lesson.controller import Lesson
from client.table.pick.script import CARD, Pick
from core.games.ambition.cards import (
    ARMAGEDDON,
    BACK_CHANNEL,
    DEFENSE,
    EARLY_WARNING,
    GRIDWORKS,
    NUCLEAR_ARMS,
    PACTS,
)
from core.games.ambition.changes import RULESETS
from core.games.ambition.state import Ambition

NUMBERS, STAKE = RULESETS.printed.numbers, RULESETS.printed.pacts[DEFENSE].stake
USE, STOP = "use", "stop"
"""Stages of the industrial step after the player has played a card."""


def stage_of(inquiry: AmbitionPrompt) -> str:
    """Return the turn and the kind of question; the name of an industrial step depends on what is left."""
    kind, state = inquiry.asked_of.kind, inquiry.state
    if kind == "industry" and not state.hand(inquiry.seat, "industry"):
        kind = STOP if state.used else USE
    if kind == "diplomacy" and not state.claim and "claim" not in inquiry.detail[0]:
        kind = "attempt"
    return f"{state.turn} {kind}"


# Actions --------------------------------------------------------------------------------------------------------------


def _held(q: AmbitionPrompt, number: int) -> Pick:
    """Return the pick of a card in the hand with this code."""
    hand = [entry for sort in faces.CARD_SORTS for entry in q.state.hand(q.seat, sort)]
    return CARD, next(entry for entry in hand if faces.code_of_entry(q.state, q.secrets, entry) == number)


def _pick_archbishop(q: AmbitionPrompt) -> tuple[Pick, ...]:
    elites = q.state.hand(q.seat, "elites")
    best = max(elites, key=lambda entry: q.secrets.drawn.get(entry, -1))
    return (CARD, best), ("value", TRUE)


def _pick_gridworks(q: AmbitionPrompt) -> tuple[Pick, ...]:
    return (_held(q, faces.code(faces.INDUSTRY, GRIDWORKS)),)


def _pick_back_channel(q: AmbitionPrompt) -> tuple[Pick, ...]:
    return (_held(q, faces.code(faces.INTRIGUE, BACK_CHANNEL)),)


def _pact(q: AmbitionPrompt) -> tuple[Pick, ...]:
    return ("seat", ILSE), ("pact", DEFENSE), ("secret", 0)


def _pick_early_warning(q: AmbitionPrompt) -> tuple[Pick, ...]:
    return (_held(q, faces.code(faces.INTRIGUE, EARLY_WARNING)),)


def _pick_launch(q: AmbitionPrompt) -> tuple[Pick, ...]:
    return _held(q, faces.code(faces.INTRIGUE, NUCLEAR_ARMS)), ("seat", MAREK)


def _end(q: AmbitionPrompt) -> tuple[Pick, ...]:
    return (_held(q, faces.code(faces.INTRIGUE, ARMAGEDDON)),)


# Texts from the table -------------------------------------------------------------------------------------------------


def _unseen(state: Ambition) -> str:
    counts = unseen(state, ILSE)
    return (
        f"Ilse says her card is worth {LIE}. Here is what everyone knows: of {sum(counts)} Elites not yet seen from "
        f"her deck, {counts[LIE]} is worth {LIE}. Below you see what each answer brings."
    )


def _armed_players_text(state: Ambition) -> str:
    holders = sum(map(state.has_token, state.seats))
    return (
        f"Ilse has drawn *I Am Become Death* and given Oda a token. {holders} of {state.seat_count} are armed "
        f"now: from now on "
        "Armageddon can be played."
    )


LESSONS = (
    Lesson(
        f"{TURN} diplomacy",
        "What you play for",
        "Have the most *Influence* when the world ends. Everyone can see your purse. Nobody else can see your "
        "*Elites*: each counts its value at the end.",
        "own",
    ),
    Lesson(
        f"{TURN} diplomacy",
        "If it ended now",
        "This is what you would score. Each *Intrigue* card in hand is worth 2, but each Nuclear Arms costs you 5.",
        "evidence",
    ),
    Lesson(
        f"{TURN} diplomacy",
        "A claim",
        f"You rolled 3: draw an Elite, or claim. You claim with a face-down Elite and a number, true or not. Press "
        f"*Archbishop*, then *{TRUE}*, then *Claim {TRUE}*.",
        picks=_pick_archbishop,
        short=f"Archbishop, {TRUE}, Claim {TRUE}",
    ),
    Lesson(
        f"{TURN} industry",
        "Challenged",
        f"Marek challenged, and your claim was true: you gained {TRUE}, he lost {TRUE}. If nobody had challenged, you "
        "would have gained as much, and nobody would have seen the card.",
        "own",
        early=True,
    ),
    Lesson(
        f"{TURN} industry",
        "Industry",
        "Only one card of each industry is in play on the whole table. Press *Gridworks* in your hand, then *Use it*.",
        "works",
        picks=_pick_gridworks,
        short="put Gridworks into play",
    ),
    Lesson(
        f"{TURN} {USE}",
        "A perk",
        "Gridworks gives you 1 Influence on each of your turns: press it in the list of industries.",
        "works",
        picks=lambda q: (deed("gridworks"),),
        short="use Gridworks",
    ),
    Lesson(
        f"{TURN} play",
        "Intrigue",
        "Draw an Intrigue card, or play one that you have kept. *Back Channel* lets you propose an alliance: press it, "
        "then *Play it*.",
        picks=_pick_back_channel,
        short="play Back Channel",
    ),
    Lesson(
        f"{TURN} attempt",
        "An alliance",
        f"Press *Ilse*, then *{PACTS[DEFENSE].name}*, then *In the open*, then *Propose it*. In secret, only "
        "the two of you would know its type.",
        picks=_pact,
        short="propose it to Ilse",
    ),
    Lesson(
        f"{TURN + 1} challenge",
        "The stake",
        f"Ilse accepted: each of you gained 1 and set {STAKE} aside. If one of you stops a strike at "
        "the other, both get twice that back.",
        "own",
        early=True,
    ),
    Lesson(f"{TURN + 1} challenge", "What everyone knows", _unseen, "evidence"),
    Lesson(
        f"{TURN + 1} challenge",
        "Challenge",
        "You may challenge an ally like anyone else. Press *Challenge*: all answers are revealed together.",
        picks=lambda q: (("yes", 1),),
        short="challenge it",
    ),
    Lesson(
        f"{TURN + 2} counter",
        "Who is armed",
        _armed_players_text,
        "armed",
        early=True,
    ),
    Lesson(
        f"{TURN + 2} counter",
        "A strike",
        f"Marek strikes Ilse: she and both her neighbours would lose {NUMBERS.blast} and their hands. You are one of "
        "them, as the red frames show.",
        "around",
    ),
    Lesson(
        f"{TURN + 2} counter",
        "Stop it",
        "Nuclear Arms or an *Early Warning* stop any strike. Press the Early Warning, then *Stop it*: that saves you "
        "and completes your pact.",
        picks=_pick_early_warning,
        short="press Early Warning, then Stop it",
    ),
    Lesson(
        f"{TURN + 3} census",
        "The pact pays",
        f"You stopped the strike at Ilse: your pact is complete, and each of you gains {2 * STAKE}.",
        "own",
        early=True,
    ),
    Lesson(
        f"{TURN + 3} census",
        "The Census",
        "Oda plays the *Census*: each player claims to hold an Elite of at least a value of their choice, and the "
        f"highest claim gains {NUMBERS.census_gain}. Your best is a 4. Press *{SAID}*, then *Declare it*. If you are "
        f"caught you lose {NUMBERS.challenge_penalty}, but so does a wrong challenger.",
        picks=lambda q: (("value", SAID),),
        short=f"say {SAID}",
    ),
    Lesson(
        f"{TURN + 3} doubt",
        "Who lies?",
        "Now everyone may challenge one of these claims. The only lie you know of is yours: press *Challenge nobody*.",
        picks=lambda q: (deed("nobody"),),
        short="challenge nobody",
    ),
    Lesson(
        f"{TURN + 4} launch",
        "Your own strike",
        "Nobody dared. With a token you choose before the die: roll, or launch. Press *Nuclear Arms*, then *Marek*, "
        "then *Launch*: it hits him, Ilse and Oda, but not you.",
        "around",
        picks=_pick_launch,
        short="launch at Marek",
    ),
    Lesson(
        f"{TURN + 4} play",
        "The end of the world",
        "Everyone is armed, you are ahead, and you hold *Armageddon*: press it, then *Play it*. All hands are opened, "
        "and the scores are counted.",
        picks=_end,
        short="play Armageddon",
    ),
)
"""Lessons, in the order in which the coach gives them."""
