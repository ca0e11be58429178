"""The Intrigue cards that a seat answers with a claim about its hidden cards (rules 4.2).

The claim may be challenged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from core.engine.game import RandomSource
from core.engine.hidden.secrets import Secrets
from core.engine.hidden.shared_deck.state import MAX_OPENING_BYTES
from core.engine.question import size_with_openings
from core.games.ambition import events
from core.games.ambition.cards import (
    ARMAGEDDON,
    BLACKMAIL,
    DEFECTION,
    EARLY_WARNING,
    ELITES,
    INSPECTION,
    INTRIGUES,
    NUCLEAR_ARMS,
    ULTIMATUM,
)
from core.games.ambition.decisions import Aim, Declare, Disarm, Yield
from core.games.ambition.hands import (
    DECKS,
    check_card,
    discard,
    entries_of_faces,
    face_of,
    face_up_copies,
    hand_over,
    known_face,
    open_card,
    show_intrigue,
)
from core.games.ambition.options import WIDE
from core.games.ambition.rules import OneOf, Question, Step, agenda, gain, question, refuse_unless, transfer
from core.games.ambition.state import Ambition, Statement
from core.games.ambition.surrender import lose_token

NAMEABLE_CARDS = (NUCLEAR_ARMS, ARMAGEDDON, EARLY_WARNING)
"""The cards that an Ultimatum may name."""
WARLIKE_CARDS = (NUCLEAR_ARMS, ARMAGEDDON)
ALL, CLEAN, VALUE, NONE, PEACEFUL, NO = "all", "clean", "value", "none", "peaceful", "no"
"""The possible statements of a seat about its hidden cards.

ALL states that no Nuclear Arms are left. CLEAN and PEACEFUL state that there is no warlike card. VALUE states that
there is an Elite of that value, and NONE that there is no Elite of 3 or more. NO states that there is no card of the
named kind.
"""
STATEMENT_BY_CARD = {INSPECTION: CLEAN, DEFECTION: NONE, BLACKMAIL: PEACEFUL, ULTIMATUM: NO}
"""The statement that a seat makes when it answers such a card with a claim, by card."""


def declare(step: Step, seat: int, what: str, value: int = 0, to: int = 0) -> None:
    """Record the seat's statement, which other seats may challenge."""
    step.state.statements += (Statement(seat, what, value, to),)
    step.emit(events.Declared(seat, what, value))


# Cards that all seats answer ------------------------------------------------------------------------------------------


def begin_disarmament(step: Step, seat: int) -> None:
    """Let each seat in turn discard Nuclear Arms (PE1).

    A seat without Intrigue cards need not make a statement.
    """
    holders = [other for other in step.state.clockwise(seat) if step.state.hand(other, "intrigue")]
    step.schedule(*(("disarm", other) for other in holders), ("doubts",))


@agenda("disarm")
def ask_for_disarmament(step: Step, seat: int) -> None:
    """Ask one seat which Nuclear Arms it discards."""
    step.ask(DISARM, seat)


class DisarmamentChoice(Question[Disarm]):
    """The question of which Nuclear Arms a seat discards.

    The seat then claims that it has no others.
    """

    kind = "disarm"
    decision = Disarm
    lists_all = False

    def check(self, state: Ambition, seat: int, decision: Disarm) -> None:
        DECKS.check_cards(state, seat, decision.cards)
        for card in decision.cards:
            check_card(state, seat, card, "intrigue")
            refuse_unless(seat, face_of(state, card) == NUCLEAR_ARMS, "only Nuclear Arms are discarded")

    def apply(self, step: Step, seat: int, decision: Disarm) -> None:
        discard(step, seat, decision.cards, "disarmed")
        if step.state.hand(seat, "intrigue"):
            declare(step, seat, ALL)

    def max_answer_size(self, state: Ambition, seat: int) -> int:
        """Return the room in bytes for all Intrigue cards of the hand.

        All of them may be Nuclear Arms.
        """
        return size_with_openings(len(state.hand(seat, "intrigue")), MAX_OPENING_BYTES)

    def options(self, state: Ambition, seat: int, own: Secrets) -> Iterator[Disarm]:
        """Yield the discard of all Nuclear Arms first, then of fewer."""
        hand = state.hand(seat, "intrigue")
        held = [entry for entry in hand if known_face(state, own, entry) == NUCLEAR_ARMS]
        for count in range(len(held), -1, -1):
            yield Disarm(tuple(DECKS.named_card(state, own, entry) for entry in held[:count]))

    def stand_in(self, state: Ambition, seat: int, chance: RandomSource) -> Disarm:
        return Disarm(
            tuple(copy for copy in face_up_copies(state, seat, "intrigue") if state.face(copy) == NUCLEAR_ARMS)
        )


DISARM = question(DisarmamentChoice())


def begin_census(step: Step, seat: int) -> None:
    """Let each seat in turn declare the value of an Elite (PE3)."""
    step.schedule(*(("census", other) for other in step.state.clockwise(seat)), ("doubts",), ("counted",))


@agenda("census")
def ask_for_declaration(step: Step, seat: int) -> None:
    """Ask one seat to declare the value of an Elite.

    A seat without an Elite has nothing to declare.
    """
    if step.state.hand(seat, "elites"):
        step.ask(DECLARE, seat)


class CensusChoice(OneOf[Declare]):
    """The question of which value of an Elite a seat claims to hold."""

    kind = "census"
    decision = Declare
    refusal_reason = "no Elite has that value"

    def legal_answers(self, state: Ambition, seat: int) -> Iterator[Declare]:
        return (Declare(value) for value in range(state.rules.highest + 1))

    def apply(self, step: Step, seat: int, decision: Declare) -> None:
        declare(step, seat, VALUE, decision.value)

    def default_answer(self, state: Ambition, seat: int, own: Secrets, chance: RandomSource) -> Declare:
        """Return a true declaration: the value of the seat's best Elite."""
        return Declare(
            max(state.rules.elites[known_face(state, own, entry)].value for entry in state.hand(seat, "elites"))
        )


DECLARE = question(CensusChoice())


@agenda("counted")
def reward_census(step: Step) -> None:
    """Reward the highest declaration that still counts.

    Its seat gains 5 Influence. If several seats are tied, each of them gains 3.
    """
    statements, step.state.statements = step.state.statements, ()
    highest = max((statement.value for statement in statements), default=0)
    best = [statement.seat for statement in statements if statement.value == highest > 0]
    for seat in best:
        numbers = step.state.rules.numbers
        gain(step, seat, numbers.census_gain if len(best) == 1 else numbers.census_tied, "census")


# Cards with one target ------------------------------------------------------------------------------------------------


def demand_effect(face: int) -> Callable[[Step, int, Aim], None]:
    """Return the effect of a card of this face that names a seat: it asks that seat for its answer."""

    def demand(step: Step, seat: int, aim: Aim) -> None:
        step.schedule(("doubts",))
        step.ask(YIELD, aim.seat, seat, face, aim.what)

    return demand


class YieldChoice(Question[Yield, int, int, int]):
    """The question of how the named seat answers a card.

    The details are the seat that played the card, the card's face, and the face that an Ultimatum names.
    """

    kind = "yield"
    decision = Yield
    lists_all = False

    def possible_kinds(self, state: Ambition, seat: int, face: int) -> list[str]:
        """Return the kinds of answer that are possible, judged by public facts."""
        wide = ["no"] if state.option("bluffs") == WIDE else []
        if face == INSPECTION:
            return ["token", *wide, "give"]
        if face == DEFECTION:
            return ["no", "give"]
        if face == BLACKMAIL:
            return ["show", *wide, *(["pay"] if state.purse[seat] >= state.rules.numbers.blackmail else [])]
        return ["no", "pay", "give"]

    def meets_demand(self, state: Ambition, face: int, named: int, given: int) -> bool:
        """Return True if a card of the face `given` meets the demand."""
        if face == DEFECTION:
            return bool(state.rules.elites[given].value >= state.rules.numbers.defection)
        return given == (NUCLEAR_ARMS if face == INSPECTION else named)

    def check(self, state: Ambition, seat: int, decision: Yield, by: int, face: int, named: int) -> None:
        kind, card = decision
        ways = self.possible_kinds(state, seat, face)
        refuse_unless(seat, kind in ways, f"it may {' or '.join(ways)} now")
        refuse_unless(seat, kind == "give" or card == 0, "a card is only given")
        if kind == "give":
            check_card(state, seat, card, "elites" if face == DEFECTION else "intrigue")
            refuse_unless(
                seat, self.meets_demand(state, face, named, face_of(state, card)), "that card is not asked for"
            )

    def apply(self, step: Step, seat: int, decision: Yield, by: int, face: int, named: int) -> None:
        kind, card = decision
        if kind == "no":
            declare(step, seat, STATEMENT_BY_CARD[face], named, by)
        elif kind == "token":
            lose_token(step, seat)
        elif kind == "pay":
            numbers = step.state.rules.numbers
            transfer(step, seat, by, numbers.blackmail if face == BLACKMAIL else numbers.ultimatum)
        elif kind == "show":
            show_intrigue(step, seat, by)
        elif face == DEFECTION:
            hand_over(step, seat, by, open_card(step, seat, card))
        else:
            discard(step, seat, (card,), "demanded")

    def options(self, state: Ambition, seat: int, own: Secrets, by: int, face: int, named: int) -> Iterator[Yield]:
        for way in self.possible_kinds(state, seat, face):
            if way != "give":
                yield Yield(way)
        sort = "elites" if face == DEFECTION else "intrigue"
        faces = range(max(len(ELITES), len(INTRIGUES)))
        fit = [f for f in faces if (face != DEFECTION or f < len(ELITES)) and self.meets_demand(state, face, named, f)]
        for entry in entries_of_faces(state, seat, own, sort, *fit):
            yield Yield("give", DECKS.named_card(state, own, entry))

    def default_answer(
        self, state: Ambition, seat: int, own: Secrets, chance: RandomSource, by: int, face: int, named: int
    ) -> Yield:
        """Return an honest answer: give a demanded card if there is one, and claim only the truth."""
        results = list(self.options(state, seat, own, by, face, named))
        given = next((item for item in results if item.kind == "give"), None)
        warlike = any(known_face(state, own, entry) in WARLIKE_CARDS for entry in state.hand(seat, "intrigue"))
        lies = face in (INSPECTION, BLACKMAIL) and warlike
        claim = next((item for item in results if item.kind == "no" and not lies), None)
        return given or claim or results[0]

    def stand_in(self, state: Ambition, seat: int, chance: RandomSource, by: int, face: int, named: int) -> Yield:
        """Return an honest answer, as far as the seat's cards are open."""
        sort = "elites" if face == DEFECTION else "intrigue"
        fit = [
            copy
            for copy in face_up_copies(state, seat, sort)
            if self.meets_demand(state, face, named, state.face(copy))
        ]
        if fit:
            return Yield("give", fit[0])
        ways = self.possible_kinds(state, seat, face)
        lies = face == BLACKMAIL and any(
            state.face(copy) in WARLIKE_CARDS for copy in face_up_copies(state, seat, "intrigue")
        )
        return Yield("no" if "no" in ways and face != INSPECTION and not lies else ways[0])


YIELD = question(YieldChoice())
