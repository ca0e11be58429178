"""The alliances of Ambition: how they are formed, sealed, completed and broken (rules part 5)."""

from __future__ import annotations

from collections.abc import Iterator

from core.engine.game import RandomSource
from core.engine.hidden.contracts import Openings, Paper, Papers
from core.engine.hidden.secrets import Secrets, Terms
from core.games.ambition import events
from core.games.ambition.cards import (
    DEFENSE,
    DELAY,
    EXCHANGE,
    INDUSTRIES,
    PACTS,
    TECHNOLOGY,
    UNITY,
)
from core.games.ambition.decisions import Accept
from core.games.ambition.options import FRESH
from core.games.ambition.rules import GAME_RULES, OneOf, Step, agenda, gain, pay, question
from core.games.ambition.state import DOUSE, FORGE, LAUNCH, RESCUE, SIGN, Alliance, Ambition, Note

SECRET = -1
"""Returned instead of the type of an alliance that only its two partners know."""
Kind = tuple[int, int]
"""A kind of alliance: its type and its extra field.

The extra field is the third seat of a Unity Compact, the industry of an Exchange, otherwise 0.
"""


# Legal alliances ------------------------------------------------------------------------------------------------------


def possible_extras(state: Ambition, a: int, b: int, pact: int) -> list[int]:
    """Return the possible extra fields of an alliance of type `pact` between the two seats."""
    if pact == UNITY:
        return [seat for seat in state.seats if seat not in (a, b)]
    if pact == EXCHANGE:
        fresh = state.option("exchange_type") == FRESH
        return [i for i in range(len(INDUSTRIES)) if not (fresh and state.holder(i) in (a, b))]
    return [0]


def payable_kinds(state: Ambition, a: int, b: int) -> list[Kind]:
    """Return the kinds of alliance whose stake both seats can pay now (F2).

    An alliance that replaces an open one must have another type (5.2).
    """
    minimum, old = min(state.purse[a], state.purse[b]), replaced_type(state, a, b)
    pacts = (pact for pact in range(len(PACTS)) if state.rules.pacts[pact].stake <= minimum and pact != old)
    return [(pact, extra) for pact in pacts for extra in possible_extras(state, a, b, pact)]


def replaced_type(state: Ambition, a: int, b: int) -> int:
    """Return the type of the open alliance that a new one between the two seats would replace, or -1."""
    running = state.alliance_between(a, b)
    return SECRET if running is None else running.pact


def public_record(state: Ambition, a: int, b: int) -> tuple[int, ...]:
    """Return the public record of a sealed paper: the position in which it was proposed.

    It contains the purses, the industries in play of both seats, the type of alliance that it replaces, and the numbers
    of notes and turns so far.
    """
    in_play = sum(1 << i for i in range(len(INDUSTRIES)) if state.holder(i) in (a, b))
    old = replaced_type(state, a, b)
    return state.purse[a], state.purse[b], in_play, old, len(state.chronicle), len(state.industries)


def is_lawful(state: Ambition, paper: Paper, terms: Terms) -> bool:
    """Return True if the alliance in the paper was legal when it was proposed (5.2)."""
    pact, extra = terms
    purse_a, purse_b, in_play, old, *_ = paper.record
    if pact >= len(PACTS) or pact == old or state.rules.pacts[pact].stake > min(purse_a, purse_b):
        return False
    if pact == UNITY:
        return extra in state.seats and extra not in paper.pair
    if pact == EXCHANGE:
        return extra < len(INDUSTRIES) and not (state.option("exchange_type") == FRESH and in_play >> extra & 1)
    return extra == 0


class SecretPapers(Papers[Ambition, Step]):
    """The sealed papers of secret alliances, whose type and extra field only the two partners know."""

    term_count = 2

    def is_valid(self, state: Ambition, paper: Paper, terms: Terms) -> bool:
        return is_lawful(state, paper, terms)

    def sample_terms(self, state: Ambition, paper: Paper, chance: RandomSource) -> Terms:
        """Return random terms, of those that the paper may contain."""
        may = [
            (pact, extra)
            for pact in range(len(PACTS))
            for extra in range(max(len(INDUSTRIES), state.seat_count + 1))
            if is_lawful(state, paper, (pact, extra))
        ]
        return may[chance.uniform(len(may))] if may else (DEFENSE, 0)

    def on_opened(self, step: Step, paper: Paper, terms: Terms, by: int) -> None:
        """Apply an opened paper: each partner gains 1, then sets its stake aside.

        A seat that cannot pay its stake loses what it has (A26). A void paper costs what it has gained (A62).
        """
        state, (a, b), (pact, extra) = step.state, paper.pair, terms
        if not is_lawful(state, paper, terms):
            step.emit(events.AllianceVoid(a, b, min(pact, len(PACTS) - 1)))
            for seat in (a, b):
                pay(step, seat, state.rules.numbers.secret_gain, "void")
            return
        *_, since, turns = paper.record
        open_alliance(step, a, b, (pact, extra), since, turns)

    def on_lapsed(self, step: Step, paper: Paper) -> None:
        """End an alliance whose paper nobody can open any more."""
        step.emit(events.AllianceEnded(*paper.pair, SECRET, "left"))


SECRETS = SecretPapers(GAME_RULES)


def after_opening(state: Ambition, seat: int, openings: Openings) -> Ambition:
    """Return the position in which the seat's decision takes effect, after its papers are opened (5.2)."""
    if not openings:
        return state
    opened = state.clone()
    SECRETS.open(Step(opened, state.beacon), {seat: openings})
    return opened


# Forging --------------------------------------------------------------------------------------------------------------


def open_alliance(step: Step, a: int, b: int, kind: Kind, since: int, turns: int) -> None:
    """Open an alliance: each partner gains 1, then sets its stake aside (F4, 5.2)."""
    state, (pact, extra) = step.state, kind
    step.emit(events.Forged(a, b, pact, extra))
    state.add_note(FORGE, a, b, since)
    for seat in (a, b):
        gain(step, seat, state.rules.numbers.alliance_gain, "allied")
    stake = state.rules.pacts[pact].stake
    short = [seat for seat in (a, b) if state.purse[seat] < stake]
    if short:
        for seat in short:
            pay(step, seat, stake, "uncovered")
            step.emit(events.AllianceUncovered(seat, a + b - seat, pact))
        return
    for seat in (a, b):
        pay(step, seat, stake, "stake")
    state.alliances += (Alliance(a, b, pact, extra, (stake, stake), since, turns),)


def forge(step: Step, a: int, b: int, kind: Kind) -> None:
    """Forge an open alliance now; it replaces the current one of the two seats (F5)."""
    end_replaced(step, a, b)
    open_alliance(step, a, b, kind, len(step.state.chronicle), len(step.state.industries))


def end_replaced(step: Step, a: int, b: int) -> None:
    """End the current alliance of the two seats (F5).

    If it is open, each ally gets its stake back without a reward. If it is secret, it ends without any payment.
    """
    running, paper = step.state.alliance_between(a, b), step.state.sealed_paper(a, b)
    if running is not None:
        end_alliance(step, running, "replaced", returned_to=running.pair)
    if paper is not None:
        SECRETS.refuse(step, paper.number)
        step.emit(events.AllianceEnded(a, b, SECRET, "replaced"))


def end_alliance(step: Step, alliance: Alliance, why: str, returned_to: tuple[int, ...] = ()) -> None:
    """End an alliance; each of the seats in `returned_to` gets its own stake back."""
    remove_alliance(step, alliance)
    step.emit(events.AllianceEnded(alliance.a, alliance.b, alliance.pact, why))
    for seat in returned_to:
        gain(step, seat, alliance.stakes[alliance.pair.index(seat)], "stake back")


def remove_alliance(step: Step, alliance: Alliance) -> None:
    """Remove an alliance from the table."""
    step.state.alliances = tuple(other for other in step.state.alliances if other is not alliance)


class AcceptanceChoice(OneOf[Accept, int, int, int, int]):
    """The question of whether the partner accepts a proposal.

    Its details are the proposer, the type (-1: a secret alliance), the extra field and the number of the paper.
    """

    kind = "accept"
    decision = Accept
    refusal_reason = "a proposal is accepted or refused"
    of_slots = True
    lists_all = False

    def legal_answers(
        self, state: Ambition, seat: int, proposer: int, pact: int, extra: int, number: int
    ) -> Iterator[Accept]:
        yield Accept(False)
        yield Accept(True)

    def options(
        self, state: Ambition, seat: int, own: Secrets, proposer: int, pact: int, extra: int, number: int
    ) -> Iterator[Accept]:
        """Yield the legal answers; if the box of the paper does not fit, only a refusal is legal (5.2)."""
        yield Accept(False)
        if pact != SECRET or SECRETS.is_acceptable(state, number, own):
            yield Accept(True)

    def forced_answer(
        self, state: Ambition, seat: int, own: Secrets, proposer: int, pact: int, extra: int, number: int
    ) -> Accept | None:
        return Accept(False) if pact == SECRET and not SECRETS.is_acceptable(state, number, own) else None

    def apply(self, step: Step, seat: int, decision: Accept, proposer: int, pact: int, extra: int, number: int) -> None:
        """Refuse the proposal or forge the alliance, as the partner answered (F4)."""
        paper = SECRETS.paper(step.state, number)
        if not decision.yes or (pact == SECRET and paper is None):
            SECRETS.refuse(step, number)
            step.emit(events.Refused(proposer, seat))
        elif pact == SECRET:
            end_replaced(step, proposer, seat)
            SECRETS.sign(step, number)
            step.state.add_note(SIGN, proposer, seat)
            step.emit(events.ForgedInSecret(proposer, seat))
            for ally in (proposer, seat):
                gain(step, ally, step.state.rules.numbers.secret_gain, "sealed")
        else:
            forge(step, proposer, seat, (pact, extra))


ACCEPT = question(AcceptanceChoice())


# Conditions (5.3) -----------------------------------------------------------------------------------------------------


@agenda("settle")
def run_settlement(step: Step) -> None:
    """Settle alliances (SETTLE).

    Alliances of seats that have left end first. Then broken alliances pay the other partner, and completed ones pay
    both.
    """
    state = step.state
    state.industries.append(tuple(state.holder(i) for i in range(len(INDUSTRIES))))
    end_departed(step)
    settle_all(step)


def end_departed(step: Step) -> None:
    """End the alliances of seats that have left; their allies get their own stakes back (A29)."""
    for alliance in step.state.alliances:
        remaining = [seat for seat in alliance.pair if seat in step.state.away]
        if remaining:
            end_alliance(
                step, alliance, "left", returned_to=tuple(seat for seat in alliance.pair if seat not in remaining)
            )


def settle_all(step: Step) -> None:
    """Settle every open alliance, in the order in which they were opened."""
    for alliance in step.state.alliances:
        attacker = breaker(step.state, alliance)
        if attacker:
            break_alliance(step, alliance, attacker)
        elif is_completed(step.state, alliance):
            pay_out(step, alliance)


def pay_out(step: Step, alliance: Alliance) -> None:
    """Return both stakes, and give each ally the same amount in addition."""
    remove_alliance(step, alliance)
    step.emit(events.AllianceCompleted(alliance.a, alliance.b, alliance.pact))
    for seat, stake in zip(alliance.pair, alliance.stakes):
        gain(step, seat, 2 * stake, "completed")


def break_alliance(step: Step, alliance: Alliance, breaker: int) -> None:
    """End the alliance, and give both stakes to the other ally."""
    other = alliance.other(breaker)
    remove_alliance(step, alliance)
    step.emit(events.AllianceBroken(breaker, other, alliance.pact))
    gain(step, other, sum(alliance.stakes), "broken")


def _since(state: Ambition, alliance: Alliance, what: str) -> list[Note]:
    return [note for note in state.chronicle if note.what == what and note.at >= alliance.since]


def breaker(state: Ambition, alliance: Alliance) -> int:
    """Return the partner that attacked the other although the alliance forbids it, or 0 if there is none."""
    if alliance.pact not in (DEFENSE, TECHNOLOGY):
        return 0
    launches = _since(state, alliance, LAUNCH)
    return next((note.a for note in launches if {note.a, note.b} == {*alliance.pair}), 0)


def is_completed(state: Ambition, alliance: Alliance) -> bool:
    """Return True if the alliance's condition is met.

    A Technology Trade never meets it here, since it is completed in the strike itself.
    """
    if alliance.pact == DEFENSE:
        return any({note.a, note.b} == {*alliance.pair} for note in _since(state, alliance, RESCUE))
    if alliance.pact == UNITY:
        formed = [{note.a, note.b} for note in _since(state, alliance, FORGE)]
        return all({seat, alliance.extra} in formed for seat in alliance.pair)
    if alliance.pact == EXCHANGE:
        held = [row[alliance.extra] in alliance.pair for row in state.industries[alliance.turns :]]
        whole = (
            state.rules.numbers.exchange_rounds * state.seat_count + 1
        )  # from the end of one turn to the end of that player's third turn after it
        return any(all(held[i : i + whole]) for i in range(len(held) - whole + 1))
    if alliance.pact == DELAY:
        doused = any(note.a in alliance.pair for note in _since(state, alliance, DOUSE))
        return doused and all(state.token[seat] for seat in alliance.pair)
    return False


def break_delay_tactics(step: Step, seat: int) -> None:
    """Break every Delay Tactic of a seat that plays Armageddon or holds it at the end (5.3)."""
    for alliance in step.state.alliances_of(seat):
        if alliance.pact == DELAY:
            break_alliance(step, alliance, seat)


def settle_at_end(step: Step) -> None:
    """Settle all alliances at the end of the match.

    Completed alliances pay. In the other alliances both allies lose their stakes.
    """
    end_departed(step)
    settle_all(step)
    for alliance in step.state.alliances:
        end_alliance(step, alliance, "unfinished")
