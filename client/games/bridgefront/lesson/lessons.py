"""Lessons of Bridgefront: the coach's texts, their places, and the actions that the player should do.

A lesson belongs to a stage, which is a question of the prepared match ("bid", "action 1" ...). A lesson with a deed is
a task to do; a lesson without a deed is a text to read. `deed` maps kinds of questions to the expected answers; a
question of any other kind may be answered freely. `ready` is shown when all questions are answered and the player only
has to lock the answer in. If the next lesson is `early`, it appears while the step is still animated, and stays until
the player continues.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from client.games.bridgefront.lesson.setup import ARMY, LAST_OF_AGE, OTHER, OWN, champion_in_hand, places
from client.games.bridgefront.locked_choices import Stack
from client.games.bridgefront.targets import Target, TargetPicks
from core.engine.hidden.secrets import Secrets
from core.engine.question import AnyQuestion
from core.games.bridgefront.changes import RULESETS
from core.games.bridgefront.decisions import Bid
from core.games.bridgefront.phases.action import card_cost
from core.games.bridgefront.phases.action_choice import ACTION
from core.games.bridgefront.phases.collection import COLLECT, PICKS
from core.games.bridgefront.phases.market import BID
from core.games.bridgefront.state import Bridgefront
from core.games.bridgefront.text.words import AGES


@dataclass(frozen=True)
class LessonContext:
    """Context of a lesson: the current table, the secrets of our seat, and the current question."""

    state: Bridgefront
    secrets: Secrets
    question: TargetPicks | None = None

    @property
    def champion(self) -> int:
        """Copy of the lesson's Champion, which is first in the hand and later on the board."""
        mine = self.state.champions_of(OWN)
        return mine[0].copy if mine else champion_in_hand(self.state, self.secrets)

    @property
    def champion_name(self) -> str:
        """Name of the lesson's Champion."""
        return self.state.cards[self.state.card[self.champion]].name


Fields = dict[str, Target]
"""Expected answers, by the kind of question."""
LessonTask = Callable[[LessonContext], Fields]
Words = Callable[[LessonContext], str]


@dataclass(frozen=True)
class Lesson:
    """Lesson of the coach: a text to read or a task to do.

    `spot` names the highlighted part of the screen (see `coach.Spots`).
    """

    stage: str
    title: str
    text: str | Words
    spot: str = ""
    task: LessonTask | None = None
    short: str = ""
    """Short name of the deed, used in "not yet: ..."."""
    ready: str = ""
    early: bool = False
    """True if the lesson appears while the events that it describes are animated."""

    def words(self, scene: LessonContext) -> str:
        """Return the text of the lesson for the current context."""
        return self.text if isinstance(self.text, str) else self.text(scene)


# Actions --------------------------------------------------------------------------------------------------------------


def _bid(scene: LessonContext) -> Fields:
    gold = scene.state.gold[OWN]
    return {"bid": tuple(Bid("buy", n) for n in range(1, max(2, gold - 2)))}


def _build(scene: LessonContext) -> Fields:
    return {"action": "build", "edge": places(scene.state).bridge}


def _champion(scene: LessonContext) -> Fields:
    return {"action": ("card", scene.champion), "hex": places(scene.state).army}


def _attack(scene: LessonContext) -> Fields:
    where = places(scene.state)
    everybody = Stack(ARMY, tuple(c.copy for c in scene.state.champions_at(where.army, OWN)))
    return {"action": "march", "hex": where.army, "stack": everybody, "path": where.axis}


def _reinforce(scene: LessonContext) -> Fields:
    return {"action": "reinforce"}


def _any_fields(scene: LessonContext) -> Fields:
    return {}


# Texts from the table -------------------------------------------------------------------------------------------------


def _goal(scene: LessonContext) -> str:
    state = scene.state
    target = state.option("vp_to_win")
    return (
        f"You win with {target} :vp: Permanence at Scoring. *Lasting* Permanence stays for good. *Held* Permanence "
        "counts while you stand there: the Axis Mundi in the middle, a Forge, an enemy Capital."
    )


def _purse_text(scene: LessonContext) -> str:
    state = scene.state
    return (
        f"You have {state.mana[OWN]} :mana: mana for this round and {state.gold[OWN]} :gold: gold. You pay when "
        "all choices are revealed. Unused mana is lost at the end of the round; you keep gold."
    )


def _card(scene: LessonContext) -> str:
    mana, gold = card_cost(scene.state, OWN, scene.champion)
    stats = scene.state.cards[scene.state.card[scene.champion]].stats
    assert stats is not None
    return (
        f"Press *{scene.champion_name}* in your hand, then the hex of your army. It costs {mana} :mana: and "
        f"{gold} :gold:, has {stats.hp} HP and {stats.dice} dice. Killed, it pays its killer a bounty of "
        f"{stats.bounty} :gold:."
    )


def _build_words(scene: LessonContext) -> str:
    mana = RULESETS.printed.basics["build"].mana
    return (
        f"Press *Build* ({mana} :mana:), then the lit edge between your army and the Axis Mundi. "
        "Bridges belong to nobody: Orla may use this one too."
    )


def _offered(scene: LessonContext) -> str:
    question = scene.question
    if question is not None and question.enough:
        return "Your Mine offers this card. Take it, or press *That is all* to leave it."
    return "Its holder picks one of two power cards each round. Take one; it goes into your draw pile."


def _scored(scene: LessonContext) -> str:
    vp = scene.state.vp[OWN]
    return (
        "All Permanence was counted. You stand on the Axis Mundi: 1 held :vp:, counted again every round. With your "
        f"{vp} lasting :vp: you have {vp + 1} of {scene.state.option('vp_to_win')}. At Cleanup hands are discarded; "
        "units and Bridges stay."
    )


def _age(scene: LessonContext) -> str:
    return (
        f"Round {LAST_OF_AGE} was the last of its age. Now it is {AGES[1]}: the Archive, Mines, Forges and the Axis "
        "Mundi offer stronger cards. The third age begins with round 8, the match ends with round 10 at the latest."
    )


LESSONS = (
    Lesson(
        "bid",
        "The board",
        (
            "Hexes drift over the mist, the Roil. Your Capital is on the right, Orla's on the left. Drag to move the "
            "view, turn the wheel to zoom, point at anything to see what it is."
        ),
        "board",
    ),
    Lesson(
        "bid",
        "Bridges",
        (
            "Units walk only where a :bridge: Bridge joins two hexes. Your army of 4 Cohorts has come this "
            "far; no Bridge leads on from here."
        ),
        "army",
    ),
    Lesson(
        "bid",
        "What you play for",
        _goal,
        "purse",
    ),
    Lesson(
        "bid",
        "The Archive",
        (
            "Each round offers one card for each player, and each player gains one. All bid in secret, one card "
            "at a time: the highest *Buy* pays and takes it. If nobody buys, the lowest "
            "*Pass* takes the card and the pot of all Passes."
        ),
        "dialog",
    ),
    Lesson(
        "bid",
        "Your bid",
        (
            "Buy this card: set 1 or 2 gold with + and - or Left and Right, then press *Lock in*. Nobody sees a bid "
            "before all are locked in."
        ),
        task=_bid,
        short="Buy for 1 or 2 gold and lock in",
    ),
    Lesson(
        "action 1",
        "The bids open",
        (
            "All bids are revealed together. You bid the most: you pay, and the card goes into your draw pile. The "
            "last card of the row goes to Orla for free."
        ),
        "log",
        early=True,
    ),
    Lesson(
        "action 1",
        "Mana and gold",
        _purse_text,
        "purse",
    ),
    Lesson(
        "action 1",
        "Your hand",
        (
            "Point at a card to read it. Its initiative is at the bottom: in each step the card with the "
            "lowest number acts first. Basic actions act after all cards."
        ),
        "hand",
    ),
    Lesson(
        "action 1",
        "Build",
        _build_words,
        task=_build,
        short="build the Bridge to the Axis Mundi",
        ready=(
            "This is your plan. *Backspace* or the right button takes the last choice back, *Lock in* makes it"
            " your decision. You can still take it back until everyone has locked in."
        ),
    ),
    Lesson(
        "action 2",
        "The reveal",
        (
            "All choices of a step are revealed together. Your Bridge is built; Orla marches, and her 3 Cohorts step "
            "onto the Axis Mundi. Space shows the next thing at once, F skips to the end."
        ),
        "board",
        early=True,
    ),
    Lesson(
        "action 2",
        "The order of things",
        (
            "This list shows the order in which a step resolves. Choices stay face down until the reveal. Your targets "
            "are locked: a choice that is no longer possible fizzles."
        ),
        "track",
    ),
    Lesson(
        "action 2",
        "Play a card",
        _card,
        task=_champion,
        short="play your Champion beside your army",
        ready="Lock it in. A Champion comes to your Capital or to any hex where you have units.",
    ),
    Lesson(
        "action 3",
        "Raiders",
        (
            "Your Champion stands with the army. But Orla's raiders walk into your Capital: that is a siege, fought "
            "when the Action Phase is over."
        ),
        "home",
        early=True,
    ),
    Lesson(
        "action 3",
        "Attack",
        (
            "Press *March*, then your army, then the green button (all of it), then the Axis Mundi. Entering a "
            "hex with enemies starts a battle."
        ),
        task=_attack,
        short="march with your whole army onto the Axis Mundi",
        ready=(
            "The *battle preview* counts all dice rolls: your chance to win, and the losses of both "
            "sides. It knows the units there now, not Orla's plans. Press *Lock in*."
        ),
    ),
    Lesson(
        "action 4",
        "Battle",
        (
            "All units roll their dice at once; a Cohort hits on 1 or 2. Each hit takes 1 HP from a random "
            "enemy unit. Round after round, until one side is gone."
        ),
        "axis",
        early=True,
    ),
    Lesson(
        "action 4",
        "The log",
        "The log shows everything that happened. Point at a line and the board shows where; press it to keep it lit.",
        "log and board",
    ),
    Lesson(
        "action 4",
        "Reinforce",
        (
            "Orla's raiders stand in your Capital. *Reinforce* (1 :mana:, 1 :gold:) puts a Cohort there. Your "
            "faction, the Leadbound, adds one more: its Home Guard."
        ),
        task=_reinforce,
        short="reinforce your Capital",
        ready=(
            "The *siege preview* shows how much the reinforcement helps. This is your last mana: press *Lock in*, and "
            "the Action Phase ends."
        ),
    ),
    Lesson(
        "collect",
        "The siege",
        (
            "Everyone is done or out of mana, so the siege is fought. The owner of a Capital defends it until one side "
            "is gone. Your Capital holds."
        ),
        "home",
        early=True,
    ),
    Lesson(
        "collect",
        "Collection",
        (
            "Now your tiles pay: your Cohort on the Mine takes its gold, or looks at a card of the Archive instead. "
            "Choose, then lock it in."
        ),
        task=_any_fields,
        ready="Lock it in, or take it back and choose again.",
    ),
    Lesson(
        "picks",
        "The Axis Mundi",
        _offered,
        task=_any_fields,
        ready="Lock it in. A card that you take goes into your draw pile.",
    ),
    Lesson(
        "next round",
        "Scoring",
        _scored,
        "purse",
    ),
    Lesson(
        "next round",
        "A new age",
        _age,
        "top",
    ),
    Lesson(
        "next round",
        "Your round",
        (
            "This round is yours: bid, plan, lock in, and press *Done* (V) when you want to stop. Press F1 at any time "
            "to see what you can do. I only watch now."
        ),
        "",
    ),
)
"""Lessons, in the order in which the coach gives them."""
FREE_STAGE = "next round"
"""Name of the last stage, in which the coach no longer refuses any answer."""


STAGE_NAMES = {BID: "bid", COLLECT: "collect", PICKS: "picks"}
"""Names of stages, by the question to which they belong."""


def stage_of(state: Bridgefront, asked: AnyQuestion) -> str:
    """Return the stage of a question, or "" for a question in the free round."""
    if state.round > LAST_OF_AGE:
        return FREE_STAGE if state.round == LAST_OF_AGE + 1 and asked is BID and not state.row_at else ""
    return f"action {state.action_step}" if asked is ACTION else STAGE_NAMES.get(asked, "")


__all__ = ["FREE_STAGE", "LESSONS", "OTHER", "OWN", "Lesson", "LessonContext", "stage_of"]
