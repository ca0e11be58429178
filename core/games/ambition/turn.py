"""The phases of a turn: a launch or a roll, Diplomacy and the end (rules part 4)."""

from __future__ import annotations

from collections.abc import Iterator

from core.engine.game import RandomSource
from core.engine.hidden.contracts import Openings
from core.engine.hidden.secrets import Secrets
from core.games.ambition import alliances, claims, events, strike
from core.games.ambition.alliances import ACCEPT, SECRET, SECRETS
from core.games.ambition.cards import NUCLEAR_ARMS, WIREHOUSE
from core.games.ambition.decisions import UNSEALED_PAPER, Diplomacy, Launch, Shift
from core.games.ambition.hands import DECKS, check_card, draw_elites, entries_of_faces, face_of
from core.games.ambition.options import PURSE
from core.games.ambition.rules import OneOf, Question, Step, agenda, question, refuse_unless
from core.games.ambition.state import Ambition

DRAW, CLAIM, PROPOSE, SEAL, PASS = "draw", "claim", "propose", "seal", "pass"
INFLUENCE = (DRAW, CLAIM)
ALLIANCE_ACTIONS = (PASS, CLAIM, PROPOSE, SEAL)
ATTEMPT = (PASS, PROPOSE, SEAL)
"""Possible alliance actions: on a roll of 1-4, on a roll of 5-6, and by a Back Channel."""
FIRST_ALLIANCE = 5
"""The lowest die roll that allows an alliance."""


@agenda("turn")
def begin_turn(step: Step) -> None:
    """Begin a turn, and ask every seat with a token about a launch (TURN_START).

    A seat is asked whether or not it can launch.
    """
    state = step.state
    state.turn += 1
    if state.current == state.first:
        state.round += 1
    state.phase, state.die, state.used = "diplomacy", 0, ()
    step.emit(events.TurnBegan(state.current, state.turn, state.round))
    step.schedule(("roll",), ("industry",), ("intrigue",), ("settle",), ("next",))
    if state.token[state.current]:
        step.ask(LAUNCH, state.current)


@agenda("next")
def next_turn(step: Step) -> None:
    """Pass the turn to the next seat clockwise."""
    step.state.current = step.state.others(step.state.current)[0]
    step.schedule(("turn",))


class LaunchChoice(Question[Launch]):
    """The question of whether a seat launches a strike or rolls the die.

    A strike replaces the Diplomacy phase.
    """

    kind = "launch"
    decision = Launch
    lists_all = False

    def check(self, state: Ambition, seat: int, decision: Launch) -> None:
        SECRETS.check_openings(state, seat, decision.opens)
        if not decision.target:
            refuse_unless(seat, decision.card == 0, "who rolls the die shows no card")
            return
        refuse_unless(seat, decision.target in state.others(seat), "a strike is launched at another player")
        check_card(state, seat, decision.card, "intrigue")
        refuse_unless(seat, face_of(state, decision.card) == NUCLEAR_ARMS, "a strike takes Nuclear Arms")

    def apply(self, step: Step, seat: int, decision: Launch) -> None:
        """Apply the answer: a launch replaces the whole Diplomacy phase and the industrial step (A22)."""
        SECRETS.open(step, {seat: decision.opens})
        if decision.target:
            agenda = step.state.agenda
            assert agenda[-2:] == [("industry",), ("roll",)]
            del agenda[-2:]
            strike.launch_strike(step, seat, decision.target, decision.card)

    def options(self, state: Ambition, seat: int, own: Secrets) -> Iterator[Launch]:
        yield Launch()
        for entry in entries_of_faces(state, seat, own, "intrigue", NUCLEAR_ARMS):
            card = DECKS.named_card(state, own, entry)
            yield from (Launch(other, card) for other in state.others(seat))

    def stand_in(self, state: Ambition, seat: int, chance: RandomSource) -> Launch:
        return Launch()


LAUNCH = question(LaunchChoice())


@agenda("roll")
def roll_die(step: Step) -> None:
    """Roll the die (ROLL)."""
    state = step.state
    state.die = step.chance.stream("die").die()
    step.emit(events.DieRolled(state.current, state.die))
    step.schedule(("diplomacy",))
    if state.has_industry(state.current, WIREHOUSE):
        step.ask(SHIFT, state.current, state.die)


class DieShiftChoice(OneOf[Shift, int]):
    """The question of how a seat with the Wirehouse changes the die: not at all, one up or one down."""

    kind = "wirehouse"
    decision = Shift
    refusal_reason = "the die may be changed by 1, within 1 to 6"

    def legal_answers(self, state: Ambition, seat: int, die: int) -> Iterator[Shift]:
        return (Shift(to) for to in (die, die - 1, die + 1) if 1 <= to <= 6)

    def apply(self, step: Step, seat: int, decision: Shift, die: int) -> None:
        if decision.die != die:
            step.state.die = decision.die
            step.emit(events.DieTurned(seat, decision.die))


SHIFT = question(DieShiftChoice())


@agenda("diplomacy")
def ask_for_diplomacy(step: Step) -> None:
    """Ask the seat for its Diplomacy phase.

    A roll of 1-4 leads to INFLUENCE, and a roll of 5-6 to ALLIANCE.
    """
    state = step.state
    step.ask(DIPLOMACY, state.current, ALLIANCE_ACTIONS if state.die >= FIRST_ALLIANCE else INFLUENCE)


def highest_declarable(state: Ambition, seat: int) -> int:
    """Return the highest value that the seat may declare (option declare_cap)."""
    if state.option("declare_cap") == PURSE:
        return min(state.rules.highest, max(state.rules.numbers.smallest_cap, state.purse[seat]))
    return state.rules.highest


class DiplomacyChoice(Question[Diplomacy, tuple[str, ...]]):
    """The question of what a seat does in its Diplomacy phase.

    It draws an Elite, claims Influence, proposes an alliance, or passes.
    """

    kind = "diplomacy"
    decision = Diplomacy
    lists_all = False

    def check(self, state: Ambition, seat: int, decision: Diplomacy, ways: tuple[str, ...]) -> None:
        kind, card, value, partner, pact, extra, paper, opens = decision
        SECRETS.check_openings(state, seat, opens)
        state = alliances.after_opening(state, seat, opens)
        refuse_unless(seat, kind in ways, f"it may {' or '.join(ways)} now")
        refuse_unless(seat, kind == CLAIM or not (card or value), "only a claim names a card and a value")
        refuse_unless(seat, kind == PROPOSE or not (pact or extra), "only an open alliance is named")
        refuse_unless(seat, kind == SEAL or paper == UNSEALED_PAPER, "only a secret alliance has a paper")
        refuse_unless(seat, kind in (PROPOSE, SEAL) or not partner, "only a proposal has a partner")
        if kind == CLAIM:
            refuse_unless(seat, card in state.hand(seat, "elites"), "a claim takes an Elite of its hand")
            refuse_unless(
                seat,
                1 <= value <= highest_declarable(state, seat),
                f"1 to {highest_declarable(state, seat)} may be declared (A24)",
            )
        elif kind in (PROPOSE, SEAL):
            refuse_unless(seat, partner in state.others(seat), "an alliance is proposed to another player")
            may = alliances.payable_kinds(state, seat, partner)
            if kind == PROPOSE:
                refuse_unless(seat, (pact, extra) in may, "that alliance cannot be formed")
            else:
                refuse_unless(seat, may, "neither of the two could pay any stake")
                SECRETS.check_sealed(state, seat, partner, paper)

    def apply(self, step: Step, seat: int, decision: Diplomacy, ways: tuple[str, ...]) -> None:
        state, (kind, card, value, partner, pact, extra, paper, opens) = step.state, decision
        SECRETS.open(step, {seat: opens})
        if kind == DRAW:
            draw_elites(step, seat)
        elif kind == CLAIM:
            claims.place_claim(step, seat, card, value)
        elif kind == PASS:
            step.emit(events.NothingProposed(seat))
        elif kind == PROPOSE:
            step.emit(events.Proposed(seat, partner, pact, extra))
            step.ask(ACCEPT, partner, seat, pact, extra, 0)
        else:
            number = SECRETS.offer(step, seat, partner, paper, alliances.public_record(state, seat, partner))
            step.emit(events.Proposed(seat, partner, SECRET, 0))
            step.ask(ACCEPT, partner, seat, SECRET, 0, number)

    def options(self, state: Ambition, seat: int, own: Secrets, ways: tuple[str, ...]) -> Iterator[Diplomacy]:
        """Yield the legal answers, the usual one first."""
        yield Diplomacy(ways[0])
        if CLAIM in ways:
            for entry in state.hand(seat, "elites"):
                yield from (Diplomacy(CLAIM, entry, value) for value in range(1, highest_declarable(state, seat) + 1))
        if PROPOSE in ways:
            for other in state.others(seat):
                for pact, extra in alliances.payable_kinds(state, seat, other):
                    yield Diplomacy(PROPOSE, partner=other, pact=pact, extra=extra)
                    yield secret_proposal(state, seat, other, (pact, extra), own)

    def sample(
        self, state: Ambition, seat: int, own: Secrets, chance: RandomSource, ways: tuple[str, ...]
    ) -> Diplomacy:
        """Return a random answer.

        The kind is drawn first, so that alliances do not outnumber claims. Occasionally the answer opens a secret
        alliance.
        """
        opens = random_openings(state, seat, own, chance)
        results = list(self.options(alliances.after_opening(state, seat, opens), seat, own, ways))
        kinds = sorted({decision.kind for decision in results})
        kind = kinds[chance.uniform(len(kinds))]
        among = [decision for decision in results if decision.kind == kind]
        decision = among[chance.uniform(len(among))]
        return decision._replace(opens=opens)

    def stand_in(self, state: Ambition, seat: int, chance: RandomSource, ways: tuple[str, ...]) -> Diplomacy:
        """Return an answer that claims nothing (A31)."""
        return Diplomacy(ways[0])


DIPLOMACY = question(DiplomacyChoice())


def secret_proposal(state: Ambition, seat: int, partner: int, kind: alliances.Kind, own: Secrets) -> Diplomacy:
    """Return the proposal of a secret alliance."""
    return Diplomacy(SEAL, partner=partner, paper=SECRETS.seal(state, seat, partner, kind, own))


def random_openings(state: Ambition, seat: int, own: Secrets, chance: RandomSource) -> Openings:
    """Return openings of the seat's secret alliances, each included with a probability of 1/4."""
    numbers = [paper.number for paper in SECRETS.signed_papers(state, seat) if not chance.uniform(4)]
    return SECRETS.openings(state, seat, own, numbers)


@agenda("attempt")
def ask_for_attempt(step: Step, seat: int) -> None:
    """Ask the seat for the alliance that it proposes by a Back Channel."""
    step.ask(DIPLOMACY, seat, ATTEMPT)
