"""The phases of a turn: a launch or a roll, Diplomacy and the end (rules part 4)."""

from __future__ import annotations

from collections.abc import Iterator

from core.engine.game import Chooser
from core.engine.hidden.contracts import Openings
from core.engine.hidden.secrets import Secrets
from core.games.ambition import alliances, claims, events, strike
from core.games.ambition.alliances import ACCEPT, SECRET, SECRETS
from core.games.ambition.cards import NUCLEAR_ARMS, WIREHOUSE
from core.games.ambition.decisions import UNSEALED_PAPER, Diplomacy, Launch, Shift
from core.games.ambition.hands import DECKS, check_card, draw_elites, entries_of_faces, face_of
from core.games.ambition.options import PURSE
from core.games.ambition.rules import OneOf, Question, Step, agenda, question, refuse
from core.games.ambition.state import Ambition

DRAW, CLAIM, PROPOSE, SEAL, PASS = "draw", "claim", "propose", "seal", "pass"
INFLUENCE = (DRAW, CLAIM)
ALLIANCE_ACTIONS = (PASS, CLAIM, PROPOSE, SEAL)
ATTEMPT = (PASS, PROPOSE, SEAL)
"""Possible alliance actions: on a roll of 1-4, on a roll of 5-6, and by a Back Channel."""
FIRST_ALLIANCE = 5
"""The lowest die roll that allows an alliance."""


@agenda("turn")
def turn(step: Step) -> None:
    """Begin a turn, and ask every seat with a token about a launch (TURN_START).

    A seat is asked whether or not it can launch.
    """
    state = step.state
    state.turn += 1
    if state.current == state.first:
        state.round += 1
    state.phase, state.die, state.used = "diplomacy", 0, ()
    step.say(events.TurnBegan(state.current, state.turn, state.round))
    step.later(("roll",), ("industry",), ("intrigue",), ("settle",), ("next",))
    if state.token[state.current]:
        step.ask(LAUNCH, state.current)


@agenda("next")
def next_turn(step: Step) -> None:
    """Pass the turn to the next seat clockwise."""
    step.state.current = step.state.others(step.state.current)[0]
    step.later(("turn",))


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
            refuse(seat, decision.card == 0, "who rolls the die shows no card")
            return
        refuse(seat, decision.target in state.others(seat), "a strike is launched at another player")
        check_card(state, seat, decision.card, "intrigue")
        refuse(seat, face_of(state, decision.card) == NUCLEAR_ARMS, "a strike takes Nuclear Arms")

    def answer(self, step: Step, seat: int, decision: Launch) -> None:
        """Apply the answer: a launch replaces the whole Diplomacy phase and the industrial step (A22)."""
        SECRETS.open(step, {seat: decision.opens})
        if decision.target:
            agenda = step.state.agenda
            assert agenda[-2:] == [("industry",), ("roll",)]
            del agenda[-2:]
            strike.launch(step, seat, decision.target, decision.card)

    def options(self, state: Ambition, seat: int, own: Secrets) -> Iterator[Launch]:
        yield Launch()
        for entry in entries_of_faces(state, seat, own, "intrigue", NUCLEAR_ARMS):
            card = DECKS.named(state, own, entry)
            yield from (Launch(other, card) for other in state.others(seat))

    def stand_in(self, state: Ambition, seat: int, chance: Chooser) -> Launch:
        return Launch()


LAUNCH = question(LaunchChoice())


@agenda("roll")
def roll(step: Step) -> None:
    """Roll the die (ROLL)."""
    state = step.state
    state.die = step.chance.stream("die").die()
    step.say(events.DieRolled(state.current, state.die))
    step.later(("diplomacy",))
    if state.uses(state.current, WIREHOUSE):
        step.ask(SHIFT, state.current, state.die)


class DieShift(OneOf[Shift, int]):
    """The question of how a seat with the Wirehouse changes the die: not at all, one up or one down."""

    kind = "wirehouse"
    decision = Shift
    refusal = "the die may be changed by 1, within 1 to 6"

    def legal(self, state: Ambition, seat: int, die: int) -> Iterator[Shift]:
        return (Shift(to) for to in (die, die - 1, die + 1) if 1 <= to <= 6)

    def answer(self, step: Step, seat: int, decision: Shift, die: int) -> None:
        if decision.die != die:
            step.state.die = decision.die
            step.say(events.DieTurned(seat, decision.die))


SHIFT = question(DieShift())


@agenda("diplomacy")
def diplomacy(step: Step) -> None:
    """Ask the seat for its Diplomacy phase.

    A roll of 1-4 leads to INFLUENCE, and a roll of 5-6 to ALLIANCE.
    """
    state = step.state
    step.ask(DIPLOMACY, state.current, ALLIANCE_ACTIONS if state.die >= FIRST_ALLIANCE else INFLUENCE)


def cap(state: Ambition, seat: int) -> int:
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
        refuse(seat, kind in ways, f"it may {' or '.join(ways)} now")
        refuse(seat, kind == CLAIM or not (card or value), "only a claim names a card and a value")
        refuse(seat, kind == PROPOSE or not (pact or extra), "only an open alliance is named")
        refuse(seat, kind == SEAL or paper == UNSEALED_PAPER, "only a secret alliance has a paper")
        refuse(seat, kind in (PROPOSE, SEAL) or not partner, "only a proposal has a partner")
        if kind == CLAIM:
            refuse(seat, card in state.hand(seat, "elites"), "a claim takes an Elite of its hand")
            refuse(seat, 1 <= value <= cap(state, seat), f"1 to {cap(state, seat)} may be declared (A24)")
        elif kind in (PROPOSE, SEAL):
            refuse(seat, partner in state.others(seat), "an alliance is proposed to another player")
            may = alliances.payable(state, seat, partner)
            if kind == PROPOSE:
                refuse(seat, (pact, extra) in may, "that alliance cannot be formed")
            else:
                refuse(seat, may, "neither of the two could pay any stake")
                SECRETS.check_sealed(state, seat, partner, paper)

    def answer(self, step: Step, seat: int, decision: Diplomacy, ways: tuple[str, ...]) -> None:
        state, (kind, card, value, partner, pact, extra, paper, opens) = step.state, decision
        SECRETS.open(step, {seat: opens})
        if kind == DRAW:
            draw_elites(step, seat)
        elif kind == CLAIM:
            claims.claim(step, seat, card, value)
        elif kind == PASS:
            step.say(events.NothingProposed(seat))
        elif kind == PROPOSE:
            step.say(events.Proposed(seat, partner, pact, extra))
            step.ask(ACCEPT, partner, seat, pact, extra, 0)
        else:
            number = SECRETS.offer(step, seat, partner, paper, alliances.record(state, seat, partner))
            step.say(events.Proposed(seat, partner, SECRET, 0))
            step.ask(ACCEPT, partner, seat, SECRET, 0, number)

    def options(self, state: Ambition, seat: int, own: Secrets, ways: tuple[str, ...]) -> Iterator[Diplomacy]:
        """Yield the legal answers, the usual one first."""
        yield Diplomacy(ways[0])
        if CLAIM in ways:
            for entry in state.hand(seat, "elites"):
                yield from (Diplomacy(CLAIM, entry, value) for value in range(1, cap(state, seat) + 1))
        if PROPOSE in ways:
            for other in state.others(seat):
                for pact, extra in alliances.payable(state, seat, other):
                    yield Diplomacy(PROPOSE, partner=other, pact=pact, extra=extra)
                    yield secret(state, seat, other, (pact, extra), own)

    def sample(self, state: Ambition, seat: int, own: Secrets, chance: Chooser, ways: tuple[str, ...]) -> Diplomacy:
        """Return a random answer.

        The kind is drawn first, so that alliances do not outnumber claims. Occasionally the answer opens a secret
        alliance.
        """
        opens = some_openings(state, seat, own, chance)
        results = list(self.options(alliances.after_opening(state, seat, opens), seat, own, ways))
        kinds = sorted({decision.kind for decision in results})
        kind = kinds[chance.uniform(len(kinds))]
        among = [decision for decision in results if decision.kind == kind]
        decision = among[chance.uniform(len(among))]
        return decision._replace(opens=opens)

    def stand_in(self, state: Ambition, seat: int, chance: Chooser, ways: tuple[str, ...]) -> Diplomacy:
        """Return an answer that claims nothing (A31)."""
        return Diplomacy(ways[0])


DIPLOMACY = question(DiplomacyChoice())


def secret(state: Ambition, seat: int, partner: int, kind: alliances.Kind, own: Secrets) -> Diplomacy:
    """Return the proposal of a secret alliance."""
    return Diplomacy(SEAL, partner=partner, paper=SECRETS.seal(state, seat, partner, kind, own))


def some_openings(state: Ambition, seat: int, own: Secrets, chance: Chooser) -> Openings:
    """Return openings of the seat's secret alliances, each included with a probability of 1/4."""
    numbers = [paper.number for paper in SECRETS.of(state, seat) if not chance.uniform(4)]
    return SECRETS.openings(state, seat, own, numbers)


@agenda("attempt")
def attempt(step: Step, seat: int) -> None:
    """Ask the seat for the alliance that it proposes by a Back Channel."""
    step.ask(DIPLOMACY, seat, ATTEMPT)
