"""The effects of Intrigue cards.

The module statements.py handles the cards that demand a claim about hidden cards (rules 2.3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from core.engine.game import RandomSource
from core.engine.hidden.secrets import Secrets
from core.games.ambition import alliances, events, statements, surrender
from core.games.ambition.alliances import SECRETS
from core.games.ambition.cards import (
    BACK_CHANNEL,
    BLACKMAIL,
    CABLES,
    CARD_NIGHT,
    CENSUS,
    COMMUNIQUE,
    DEATH,
    DEFECTION,
    DISARMAMENT,
    INSPECTION,
    INTRIGUES,
    KNIFE,
    NATIONALISATION,
    NEW_BLOOD,
    PANIC,
    RELIEF,
    SHOTGUN,
    TRADE_FAIR,
    TURNCOAT,
    ULTIMATUM,
    VENTURE,
    WAR_TAX,
    WIRETAP,
)
from core.games.ambition.decisions import Aim, Duel, Gift
from core.games.ambition.hands import (
    DECKS,
    check_card,
    draw_elites,
    draw_industry,
    known_face,
    open_card,
    spend,
    take_token,
    value_of,
)
from core.games.ambition.industry import close_industry
from core.games.ambition.rules import OneOf, Question, Step, agenda, gain, pay, question
from core.games.ambition.state import Ambition

# Aims -----------------------------------------------------------------------------------------------------------------


def _aims_at_others(state: Ambition, seat: int) -> Iterator[Aim]:
    return (Aim(other) for other in state.others(seat))


def _inspection_aims(state: Ambition, seat: int) -> Iterator[Aim]:
    return (Aim(other) for other in state.others(seat) if state.token[other])


def _summit_aims(state: Ambition, seat: int) -> Iterator[Aim]:
    for other in state.others(seat):
        if not state.are_allied(seat, other):
            yield from (Aim(other, pact, extra) for pact, extra in alliances.payable_kinds(state, seat, other))


def _open_ally_aims(state: Ambition, seat: int) -> Iterator[Aim]:
    return (Aim(other) for other in state.others(seat) if state.alliance_between(seat, other) is not None)


def _ally_aims(state: Ambition, seat: int) -> Iterator[Aim]:
    return (Aim(other) for other in state.others(seat) if state.are_allied(seat, other))


def closed_hand_entries(state: Ambition, seat: int) -> tuple[int, ...]:
    """Return the entries of the Intrigue and Industrial cards of a hand."""
    return state.hand(seat, "intrigue") + state.hand(seat, "industry")


def _robbery_aims(state: Ambition, seat: int) -> Iterator[Aim]:
    return (Aim(other) for other in state.others(seat) if closed_hand_entries(state, other))


def _gamble_aims(state: Ambition, seat: int) -> Iterator[Aim]:
    if state.hand(seat, "elites"):
        yield from _elite_holder_aims(state, seat)


def _elite_holder_aims(state: Ambition, seat: int) -> Iterator[Aim]:
    return (Aim(other) for other in state.others(seat) if state.hand(other, "elites"))


def _demand_aims(state: Ambition, seat: int) -> Iterator[Aim]:
    return (Aim(other, face) for other in state.others(seat) for face in statements.NAMEABLE_CARDS)


def _nationalisation_aims(state: Ambition, seat: int) -> Iterator[Aim]:
    return (Aim(other, state.face(copy)) for other in state.others(seat) for copy in state.industry[other])


AIM_GENERATORS: Mapping[int, Callable[[Ambition, int], Iterator[Aim]]] = {
    INSPECTION: _inspection_aims,
    SHOTGUN: _summit_aims,
    CABLES: _aims_at_others,
    COMMUNIQUE: _open_ally_aims,
    KNIFE: _ally_aims,
    TURNCOAT: _robbery_aims,
    DEFECTION: _aims_at_others,
    BLACKMAIL: _aims_at_others,
    CARD_NIGHT: _gamble_aims,
    ULTIMATUM: _demand_aims,
    NATIONALISATION: _nationalisation_aims,
    WIRETAP: _elite_holder_aims,
}
"""The functions that yield the possible targets of a card, by face."""


class AimChoice(OneOf[Aim, int]):
    """The question of which target the card of this face is aimed at."""

    kind = "aim"
    decision = Aim
    refusal_reason = "the card cannot be aimed at that"
    at_random = True

    def legal_answers(self, state: Ambition, seat: int, face: int) -> Iterator[Aim]:
        return AIM_GENERATORS[face](state, seat)

    def apply(self, step: Step, seat: int, decision: Aim, face: int) -> None:
        step.emit(events.Aimed(seat, step.state.card, *decision))
        AIMED_EFFECTS[face](step, seat, decision)


AIM = question(AimChoice())


def begin_intrigue(step: Step, seat: int, face: int) -> None:
    """Resolve a card: first ask for its target."""
    if face not in AIM_GENERATORS:
        UNAIMED_EFFECTS[face](step, seat)
    elif any(True for _ in AIM_GENERATORS[face](step.state, seat)):
        step.ask(AIM, seat, face)
    else:
        step.emit(events.NoEffect(seat, step.state.card))


# Cards with a target --------------------------------------------------------------------------------------------------


def _resolve_shotgun(step: Step, seat: int, aim: Aim) -> None:
    alliances.forge(step, seat, aim.seat, (aim.what, aim.extra))


def _resolve_cables(step: Step, seat: int, aim: Aim) -> None:
    SECRETS.demand(step, [paper.number for paper in SECRETS.signed_papers(step.state, aim.seat)])


def _resolve_communique(step: Step, seat: int, aim: Aim) -> None:
    for ally in (seat, aim.seat):
        gain(step, ally, step.state.rules.numbers.communique, "communique")


def _open_for_knife(step: Step, seat: int, aim: Aim) -> None:
    """Demand that the secret alliance with the target is opened first (5.2)."""
    step.schedule(("knife", seat, aim.seat))
    paper = step.state.sealed_paper(seat, aim.seat)
    if paper is not None:
        SECRETS.demand(step, [paper.number])


@agenda("knife")
def resolve_knife(step: Step, seat: int, other: int) -> None:
    """End the alliance of the two seats, and give both stakes to the seat that used the knife."""
    alliance = step.state.alliance_between(seat, other)
    if alliance is not None:
        alliances.end_alliance(step, alliance, "knife")
        gain(step, seat, sum(alliance.stakes), "knife")


def _resolve_turncoat(step: Step, seat: int, aim: Aim) -> None:
    """Take a random card of the target's hand, picked by the beacon.

    If the taker may not hold the card, it is opened at once.
    """
    entry = step.chance.stream("turncoat", aim.seat).pick(sorted(closed_hand_entries(step.state, aim.seat)))
    paid = pay(step, aim.seat, step.state.rules.numbers.turncoat_toll, "turncoat")
    gain(step, seat, paid, "turncoat")
    surrender.take_card(step, seat, aim.seat, entry)


def _resolve_card_night(step: Step, seat: int, aim: Aim) -> None:
    for player in (seat, aim.seat):
        step.ask(DUEL, player)


def _resolve_nationalisation(step: Step, seat: int, aim: Aim) -> None:
    close_industry(step, aim.seat, aim.what, "nationalised")
    draw_industry(step, seat)


def _resolve_wiretap(step: Step, seat: int, aim: Aim) -> None:
    """Show all Elites of the target to the seat alone."""
    for entry in step.state.hand(aim.seat, "elites"):
        if entry > 0:
            DECKS.show(step, aim.seat, entry, seat)
    gain(step, seat, step.state.rules.numbers.wiretap_gain, "wiretap")


AIMED_EFFECTS: Mapping[int, Callable[[Step, int, Aim], None]] = {
    SHOTGUN: _resolve_shotgun,
    CABLES: _resolve_cables,
    COMMUNIQUE: _resolve_communique,
    KNIFE: _open_for_knife,
    TURNCOAT: _resolve_turncoat,
    CARD_NIGHT: _resolve_card_night,
    NATIONALISATION: _resolve_nationalisation,
    WIRETAP: _resolve_wiretap,
    **{face: statements.demand_effect(face) for face in (INSPECTION, DEFECTION, BLACKMAIL, ULTIMATUM)},
}
"""The effects of cards that name a target, by face."""


class DuelChoice(Question[Duel]):
    """The question of which Elite a seat puts into the duel (Card Night).

    Each of two seats chooses one, and both choices are sealed.
    """

    kind = "duel"
    decision = Duel

    def check(self, state: Ambition, seat: int, decision: Duel) -> None:
        check_card(state, seat, decision.card, "elites")

    def apply_all(self, step: Step, decisions: Mapping[int, Duel], details: Mapping[int, tuple[()]]) -> None:
        """Compare the two Elites of the duel, and discard both face up.

        The seat with the higher Elite gains 5 Influence, and the other one loses 3.
        """
        state = step.state
        a, b = sorted(decisions, key=lambda seat: seat != state.current)
        if not (decisions[a].card and decisions[b].card):
            step.emit(events.NoEffect(state.current, state.card))
            return
        copies = open_card(step, a, decisions[a].card), open_card(step, b, decisions[b].card)
        spend(step, copies)
        more = value_of(state, copies[0]) - value_of(state, copies[1])
        winner = a if more > 0 else b if more < 0 else 0
        step.emit(events.DuelFought(a, b, copies, winner))
        if winner:
            gain(step, winner, state.rules.numbers.duel_gain, "duel")
            pay(step, a + b - winner, state.rules.numbers.duel_loss, "duel")

    def options(self, state: Ambition, seat: int, own: Secrets) -> Iterator[Duel]:
        hand = sorted(state.hand(seat, "elites"), key=lambda entry: -known_face(state, own, entry))
        return (Duel(DECKS.named_card(state, own, entry)) for entry in hand)

    def stand_in(self, state: Ambition, seat: int, chance: RandomSource) -> Duel:
        """Return a face-up Elite of the lost seat for the duel.

        Without one, there is no duel.
        """
        opened = [-entry for entry in state.hand(seat, "elites") if entry < 0]
        return Duel(opened[0] if opened else 0)


DUEL = question(DuelChoice())

# Cards without a target -----------------------------------------------------------------------------------------------


def _resolve_death(step: Step, seat: int) -> None:
    """Give the seat a token, or ask for its choice if it already has one.

    The seat may take 2 Influence, or give another seat a token and take 4. If every other seat has a token, it takes 2.
    """
    state = step.state
    if not state.token[seat]:
        take_token(step, seat)
    elif all(state.token[other] for other in state.others(seat)):
        gain(step, seat, state.rules.numbers.death_gain, "death")
    else:
        step.ask(GIFT, seat)


class GiftChoice(OneOf[Gift]):
    """The choice of a seat that draws I Am Become Death and already has a token."""

    kind = "gift"
    decision = Gift
    refusal_reason = "a token goes to a player without one, or Influence is taken"

    def legal_answers(self, state: Ambition, seat: int) -> Iterator[Gift]:
        yield Gift(0)
        yield from (Gift(other) for other in state.others(seat) if not state.token[other])

    def apply(self, step: Step, seat: int, decision: Gift) -> None:
        if decision.seat:
            take_token(step, decision.seat, seat)
        numbers = step.state.rules.numbers
        gain(step, seat, numbers.death_gift if decision.seat else numbers.death_gain, "death")


GIFT = question(GiftChoice())


def _resolve_tax(step: Step, seat: int) -> None:
    for other in step.state.clockwise(seat):
        pay(step, other, step.state.rules.numbers.tax * len(step.state.hand(other, "intrigue")), "tax")


def _resolve_panic(step: Step, seat: int) -> None:
    maximum = max(step.state.purse[1:])
    for other in [other for other in step.state.clockwise(seat) if step.state.purse[other] == maximum]:
        pay(step, other, step.state.rules.numbers.panic, "panic")


def _resolve_relief(step: Step, seat: int) -> None:
    minimum = min(step.state.purse[1:])
    for other in [other for other in step.state.clockwise(seat) if step.state.purse[other] == minimum]:
        gain(step, other, step.state.rules.numbers.relief, "relief")


def _resolve_venture(step: Step, seat: int) -> None:
    for other in reversed(step.state.clockwise(seat)):
        draw_industry(step, other, step.state.rules.numbers.venture_cards if other == seat else 1)


UNAIMED_EFFECTS: Mapping[int, Callable[[Step, int], None]] = {
    DEATH: _resolve_death,
    DISARMAMENT: statements.begin_disarmament,
    CENSUS: statements.begin_census,
    WAR_TAX: _resolve_tax,
    PANIC: _resolve_panic,
    RELIEF: _resolve_relief,
    BACK_CHANNEL: lambda step, seat: step.schedule(("attempt", seat)),
    TRADE_FAIR: draw_industry,
    VENTURE: _resolve_venture,
    NEW_BLOOD: lambda step, seat: draw_elites(step, seat, step.state.rules.numbers.blood_elites),
}
"""The effects of cards that name no target, by face."""
assert len(UNAIMED_EFFECTS) + len(AIMED_EFFECTS) + 5 == len(INTRIGUES), (
    "each card but Arms, Armageddon and the three REACT ones"
)
