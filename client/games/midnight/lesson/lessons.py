"""Lessons of Midnight: the coach's text, the place beside which it is shown, and the player's task."""

from __future__ import annotations

from collections.abc import Callable

from client.games.midnight.lesson.setup import OWN, TOMAS, VERA
from client.games.midnight.prompts import STOP, MidnightPrompt
from client.table.lesson.controller import Lesson
from client.table.pick.script import CARD, Pick
from core.engine.text.words import format_count
from core.games.midnight.action import ACT
from core.games.midnight.cards import (
    BUILD,
    CANNON,
    INFLUENCE,
    MIGHT,
    PROTECTION,
    RESEARCH,
    SHIELD,
    SUNSET_LOSS,
    UPGRADE,
    kind_of,
)
from core.games.midnight.state import Midnight

PACT = "pact"
"""Name of the task of offering Vera the Pact that she also offers."""
FIRST_TURN, SECOND_TURN = 1, 4
"""Numbers of the player's two turns."""
TICK_TURN = 2
"""Number of the turn in which the clock strikes for the first time."""
LAST, EMPTY = "last action", "nothing left"
"""Names of the stages of the last war: with a card left, and without one."""


def stage_of(inquiry: MidnightPrompt) -> str:
    """Return the stage: the turn and the question, and for actions the number taken before."""
    state, asked = inquiry.state, inquiry.asked_of
    if asked is not ACT:
        return f"{state.turn} {asked.kind}"
    if not state.clock:
        return LAST if inquiry.hand else EMPTY
    return f"{state.turn} act {state.actions}"


# Actions --------------------------------------------------------------------------------------------------------------


def _pick_card(what: int, *to: Pick) -> Callable[[MidnightPrompt], tuple[Pick, ...]]:
    """Return a function that finds the wanted picks: a card of this kind and its destination."""
    return lambda q: ((CARD, next(copy for copy in q.hand if kind_of(copy) == what)), *to)


def _pick_dials(*dials: int) -> Callable[[MidnightPrompt], tuple[Pick, ...]]:
    """Return a function that finds the wanted picks: steps of these dials."""
    return lambda q: tuple(("dial", dial) for dial in dials)


def _any(q: MidnightPrompt) -> tuple[Pick, ...]:
    """Return the first legal pick, because the lesson accepts any choice of the player."""
    return tuple((q.answers or list(q.targets))[:1])


def _stop(q: MidnightPrompt) -> tuple[Pick, ...]:
    return (STOP,)


# Texts from the table -------------------------------------------------------------------------------------------------


def _goal(state: Midnight) -> str:
    own, vera, tomas = (state.worth[seat] for seat in (OWN, VERA, TOMAS))
    return (
        f"*Worth* decides: the nation with the most after Midnight wins. You have {own}, Vera {vera}, Tomas {tomas}. A "
        "nation with none falls into Ruin."
    )


def _clock(state: Midnight) -> str:
    return (
        f"{format_count(state.clock, 'minute')} to midnight. At each tick every nation loses Worth: "
        f"{SUNSET_LOSS[state.clock]} at the next one, as the plate says. At Midnight the last war is fought."
    )


def _actions(state: Midnight) -> str:
    return (
        f"You have {state.actions_left(OWN)} actions. Lay a *Cannon* towards Tomas: press one in your hand, then your "
        "border with him. It lies face down, so nobody knows what it is."
    )


LESSONS = (
    Lesson(f"{FIRST_TURN} act 0", "What you play for", _goal, "nations"),
    Lesson(f"{FIRST_TURN} act 0", "The clock", _clock, "clock"),
    Lesson(
        f"{FIRST_TURN} act 0",
        "The red die",
        "A turn is calm or tense. A tense one ends with this die: it may make your borders fight, or move the clock.",
        "die",
    ),
    Lesson(
        f"{FIRST_TURN} act 0",
        "Your dials",
        "*Might* is the attack of a Cannon, *Protection* the defence of a Shield. *Influence* gives cards and actions, "
        "*Research* Worth. Below each is what its next step gives.",
        "dials",
    ),
    Lesson(
        f"{FIRST_TURN} act 0",
        "Your turn",
        _actions,
        picks=_pick_card(CANNON, ("border", TOMAS)),
        short="lay a Cannon towards Tomas",
    ),
    Lesson(
        f"{FIRST_TURN} act 1",
        "The Capital",
        "Vera and Tomas each have an *Upgrade* in their Capital. With yours there are three, one for each nation, and "
        "all take effect. Play it to your Capital.",
        picks=_pick_card(UPGRADE, ("capital", 0)),
        short="play the Upgrade to your Capital",
    ),
    Lesson(
        f"{FIRST_TURN} upgrade",
        "A step up",
        "Every nation turns a dial up by one, all at the same time. Take *Influence*: that is another action, even in "
        "this turn.",
        picks=_pick_dials(INFLUENCE),
        short="turn up Influence",
    ),
    Lesson(
        f"{FIRST_TURN} act 2",
        "A Pact",
        "Vera offers you a Pact on your border: green cards there earn Worth, red ones break it. Press *Orders*, and "
        "offer her the same: the Pact on *your* card.",
        "orders",
        task=PACT,
        short="press Orders, and offer Vera the Pact on your card",
    ),
    Lesson(
        f"{FIRST_TURN} act 2",
        "A green card",
        "Your offer goes out with your action, and then the Pact is made. Lay a *Shield* towards Vera: it is green, "
        "and it defends you if she attacks.",
        picks=_pick_card(SHIELD, ("border", VERA)),
        short="lay the Shield towards Vera",
    ),
    Lesson(
        f"{FIRST_TURN} capture",
        "Conflict",
        "The die showed *conflict*, so all your borders fought. Tomas had no Shield against your Cannon: he lost his "
        "last Worth, and is in Ruin.",
        "tomas",
        early=True,
    ),
    Lesson(
        f"{FIRST_TURN} capture",
        "The captor",
        "You brought Tomas down, so you take a card from his hand. Only you see it: take the one you like best.",
        picks=_any,
        short="take one of the cards",
    ),
    Lesson(
        f"{TICK_TURN} upgrade",
        "The clock strikes",
        "Vera's turn was tense, and the die moved the clock. You and Vera have lost Worth; a nation in Ruin has none "
        "to lose.",
        "strike",
        early=True,
    ),
    Lesson(
        f"{TICK_TURN} upgrade",
        "Two steps",
        "A tick also gives upgrades, two this time. Take *Protection* and *Research*, then press the button below.",
        picks=_pick_dials(PROTECTION, RESEARCH),
        short="take Protection and Research",
    ),
    Lesson(
        f"{SECOND_TURN} act 0",
        "A broken Pact",
        "After a tick all borders fight. Vera had laid a red card towards you: when it was turned up, the Pact broke "
        "and you lost Worth. A Pact is only as good as its partner.",
        "vera",
        early=True,
    ),
    Lesson(
        f"{SECOND_TURN} act 0",
        "Worth at once",
        "Tomas has passed, and you have three actions. A *Build* gives Worth equal to your Research: discard it.",
        picks=_pick_card(BUILD, ("discard", 0)),
        short="discard the Build",
    ),
    Lesson(
        f"{SECOND_TURN} act 1",
        "The stockpile",
        "At Midnight all hands are set aside, and you can only play what is in your stockpile. Put a *Cannon* there.",
        picks=_pick_card(CANNON, ("store", 0)),
        short="put a Cannon into the stockpile",
    ),
    Lesson(
        f"{SECOND_TURN} act 2",
        "Enough",
        "You need not take every action. Press *End the turn*, and see what the die shows.",
        picks=_stop,
        short="end the turn",
    ),
    Lesson(
        f"{SECOND_TURN} upgrade",
        "Midnight",
        "That was the last tick. It costs the most Worth and gives the last upgrades. Now only the last war is left.",
        "strike",
        early=True,
    ),
    Lesson(
        f"{SECOND_TURN} upgrade",
        "Arm yourself",
        "Vera leads by a little, and all you have is a Cannon. Take *Might* twice: it then attacks with 4.",
        picks=_pick_dials(MIGHT, MIGHT),
        short="take Might twice",
    ),
    Lesson(
        LAST,
        "The last war",
        "Tomas is out. Your stockpile is your hand now, and these are the last actions. Lay the *Cannon* towards Vera.",
        picks=_pick_card(CANNON, ("border", VERA)),
        short="lay the Cannon towards Vera",
    ),
    Lesson(
        EMPTY,
        "Nothing is left",
        "You have no cards left: press *End the turn*. When Vera has done the same, all cards on the border fight.",
        picks=_stop,
        short="end the turn",
    ),
)
"""Lessons in the order in which they are shown."""
