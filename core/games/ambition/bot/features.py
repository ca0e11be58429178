"""One seat's view of a position of Ambition: its cards, the possible cards of others, and estimated values.

Values are in tenths of Influence.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from core.bots.base import DecisionPosition
from core.engine.hidden.contracts import Openings, Paper
from core.engine.hidden.shared_deck.state import deck_of_slot
from core.games.ambition import alliances
from core.games.ambition.alliances import SECRETS, Kind
from core.games.ambition.bot.weights import USUAL
from core.games.ambition.cards import (
    ARMAGEDDON,
    BUNKER,
    DEFENSE,
    DELAY,
    EARLY_WARNING,
    EXCHANGE,
    NUCLEAR_ARMS,
    TECHNOLOGY,
    TECMED,
    UNITY,
)
from core.games.ambition.hands import known_face
from core.games.ambition.intrigue import can_world_end
from core.games.ambition.state import Alliance, Ambition
from core.games.ambition.strike import blast_seats, full_shield

Ask = DecisionPosition[Ambition]


LAST_EXHAUSTION = 2
"""Number of exhaustions of the Intrigue deck after which the end comes no nearer."""


class HandCard(NamedTuple):
    """A card of the seat's own hand: its face (for an Elite, its value) and its entry."""

    face: int
    entry: int


class View:
    """A position as one seat sees it, with estimates of values and probabilities."""

    def __init__(self, position: Ask) -> None:
        self.a, self.state, self.seat, self.own = position, position.state, position.seat, position.secrets
        self.weights = position.weights_or(USUAL)
        state = position.state
        self.purse, self.late = state.purse[position.seat], min(state.exhausted, LAST_EXHAUSTION)

    @cached_property
    def elites(self) -> list[HandCard]:
        """The seat's own Elites, in order of value, the lowest first."""
        return sorted(
            HandCard(self.state.rules.elites[face].value, entry) for face, entry in self._cards_of_sort("elites")
        )

    @cached_property
    def intrigue(self) -> list[HandCard]:
        """The seat's own Intrigue cards, each with its face."""
        return self._cards_of_sort("intrigue")

    @cached_property
    def industry(self) -> list[HandCard]:
        """The seat's own Industrial cards in hand, each with its face."""
        return self._cards_of_sort("industry")

    @cached_property
    def standings(self) -> list[int]:
        """The current score of each seat in tenths of Influence, as far as this seat knows; index 0 is unused."""
        return [0] + [self._score(seat) for seat in self.state.seats]

    def _cards_of_sort(self, sort: str) -> list[HandCard]:
        hand = self.state.hand(self.seat, sort)
        return [HandCard(known_face(self.state, self.own, entry), entry) for entry in hand]

    def roll_percent(self, percent: int) -> bool:
        """Return True with a probability of `percent` in 100."""
        return self.a.dice.uniform(100) < percent

    def entries_with_faces(self, *faces: int) -> list[int]:
        """Return the entries of the seat's own Intrigue cards with one of these faces."""
        return [entry for face, entry in self.intrigue if face in faces]

    def elite_worth(self) -> int:
        """Return the total worth of the seat's own Elites, in tenths of Influence."""
        return sum(10 * value for value, _ in self.elites)

    # Standing ---------------------------------------------------------------------------------------------------------

    def _score(self, seat: int) -> int:
        """Return the seat's current score in tenths of Influence, as far as the viewing seat knows."""
        weights = self.weights
        state = self.state
        if state.convicted[seat]:
            return 0
        total = 10 * state.purse[seat]
        if seat == self.seat:
            arms = len(self.entries_with_faces(NUCLEAR_ARMS))
            cards = (
                self.state.rules.numbers.intrigue_worth * (len(self.intrigue) - arms)
                + self.state.rules.numbers.arms_worth * arms
            )
            return total + self.elite_worth() + 10 * cards
        return (
            total
            + weights.an_elite * len(state.hand(seat, "elites"))
            + weights.an_intrigue * len(state.hand(seat, "intrigue"))
        )

    def lead(self) -> int:
        """Return this seat's lead over the best of the others, in tenths of Influence."""
        return self.standings[self.seat] - max(self.standings[other] for other in self.state.others(self.seat))

    def harm_value(self, seat: int) -> int:
        """Return the value, to this seat, of a loss of 1 Influence by another seat, in tenths of Influence."""
        weights = self.weights
        ahead = self.standings[seat] + weights.harm_near >= max(self.standings[1:])
        return (weights.harm_leader if ahead else weights.harm) // (self.state.seat_count - 1)

    # Cards of opponents -----------------------------------------------------------------------------------------------

    def known_faces(self, seat: int, sort: str) -> list[int]:
        """Return the faces of the cards in another seat's hand that this seat knows."""
        hand = self.state.hand(seat, sort)
        return [self.state.face(-e) if e < 0 else self.own.drawn[e] for e in hand if e < 0 or e in self.own.drawn]

    def possible_values(self, entry: int) -> list[int]:
        """Return the possible values of an Elite: one for each copy that may be in the entry."""
        if entry < 0:
            return [self.state.rules.elites[self.state.face(-entry)].value]
        if entry in self.own.drawn:
            return [self.state.rules.elites[self.own.drawn[entry]].value]
        shared, deck = self.state.shared, deck_of_slot(entry)
        mine = [self.own.drawn[slot] for slot in self.own.drawn if deck_of_slot(slot) == deck and slot in shared.cards]
        faces = [shared.face_of(copy) for copy in shared.closed[deck] if shared.since[copy] <= entry]
        return [self.state.rules.elites[face].value for face in faces if face not in mine]

    def lie_rate(self, seat: int) -> int:
        """Return the seat's rate of lying as a percentage of the usual rate.

        It is estimated from the Elites that were opened since the seat's deck was last shuffled.
        """
        weights = self.weights
        opened = [self.state.rules.elites[self.state.face(copy)].value for copy in self.state.elites_spent[seat]]
        low = sum(value < weights.low_elite for value in opened)
        usually = (len(opened) + weights.low_forgotten) * weights.low_usual
        return 100 * (100 * low + weights.low_forgotten * weights.low_usual) // max(1, usually)

    def stop_chance(self, seat: int) -> int:
        """Return the probability that the seat can stop a strike, in thousandths."""
        weights = self.weights
        armed, closed = self.state.token[seat], len(self.state.hand(seat, "intrigue"))
        faces = self.known_faces(seat, "intrigue")
        if EARLY_WARNING in faces or (armed and NUCLEAR_ARMS in faces):
            return 1000
        chance = 1000
        for _ in range(closed - len(faces)):
            chance = chance * (1000 - (weights.stops_armed if armed else weights.stops_unarmed)) // 1000
        return 1000 - chance

    # Strikes ----------------------------------------------------------------------------------------------------------

    def strike_loss(self, seat: int) -> int:
        """Return the cost of a strike to a seat that it hits, in tenths of Influence."""
        weights = self.weights
        tecmed = self.state.has_industry(seat, TECMED)
        numbers = self.state.rules.numbers
        lost = 10 * min(self.state.purse[seat], numbers.half_blast if tecmed else numbers.blast)
        if seat != self.seat:
            burnt = weights.lost_intrigue * len(self.state.hand(seat, "intrigue"))
            return lost + burnt + weights.lost_industry * len(self.state.hand(seat, "industry"))
        return lost + self.cards_at_risk()

    def cards_at_risk(self) -> int:
        """Return the value of the seat's own cards that a strike destroys.

        It is negative if most of them are Nuclear Arms.
        """
        weights = self.weights
        arms = len(self.entries_with_faces(NUCLEAR_ARMS))
        intrigue = weights.risked_intrigue * (len(self.intrigue) - arms) + weights.risked_arms * arms
        return (
            intrigue
            + weights.risked_industry * len(self.industry)
            + weights.risked_world * len(self.entries_with_faces(ARMAGEDDON))
        )

    def strike_value(self, target: int) -> int:
        """Return the value of launching a strike at the target."""
        weights = self.weights
        state, me = self.state, self.seat
        hit = blast_seats(state, target)
        landed = -(self.cards_at_risk() + weights.strike_self) if me in hit else 0
        goes = 1000
        for other in state.others(me):
            safe = bool(full_shield(state, other, me))
            if other in hit and not safe:
                landed += self.harm_value(other) * self.strike_loss(other) // 10
            ally = state.alliance_between(other, target)
            if (other in hit and not safe) or (ally is not None and ally.pact == DEFENSE):
                goes = goes * (1000 - self.stop_chance(other)) // 1000
        total = goes * landed // 1000 + weights.arms_spent + weights.arms_spent_later * self.late - weights.a_diplomacy
        bound = state.alliance_between(me, target)
        if bound is not None and bound.pact in (DEFENSE, TECHNOLOGY):
            total -= 10 * sum(bound.stakes)
        return total - (weights.strike_sealed if state.sealed_paper(me, target) else 0)

    def is_endangered(self) -> bool:
        """Return True if another seat might launch a strike."""
        return any(
            self.state.token[other] and self.state.hand(other, "intrigue") for other in self.state.others(self.seat)
        )

    # Alliances --------------------------------------------------------------------------------------------------------

    def pact_chance(self, other: int, kind: Kind, proposed: bool = False) -> int:
        """Return the probability, in percent, that an alliance with the other seat is completed.

        `proposed` is True if the other seat proposed it.
        """
        weights = self.weights
        state, (pact, extra) = self.state, kind
        soon = weights.soon_world * (can_world_end(state) and self.late > 0) + weights.soon_exhausted * (self.late > 1)
        if pact == EXCHANGE:
            mine = extra in [face for face, _ in self.industry]
            if mine or state.holder(extra) in (self.seat, other):
                return weights.exchange_own - soon
            return (
                weights.exchange_proposed - soon
                if proposed and state.hand(other, "industry")
                else weights.exchange_blind
            )
        if pact == UNITY:
            ready = sum(state.are_allied(seat, extra) for seat in (self.seat, other))
            return weights.unity_chance - weights.unity_ready * ready - soon
        if pact == TECHNOLOGY:
            bunker = state.holder(BUNKER) in (self.seat, other) or BUNKER in [face for face, _ in self.industry]
            armed = sum(state.token[seat] for seat in state.seats if seat not in (self.seat, other))
            return (weights.trade_chance + weights.trade_armed * armed if bunker else weights.trade_blind) - soon
        if pact == DELAY:
            gone = any(state.face(copy) == ARMAGEDDON for copy in state.intrigue_spent) or bool(
                self.entries_with_faces(ARMAGEDDON)
            )
            return (0 if gone else weights.delay_chance // state.seat_count) - soon
        return (weights.defense_guarded if self._is_guarded_ally(other) else weights.defense_chance) - soon

    def _is_guarded_ally(self, other: int) -> bool:
        """Return True if one of the two allies is a likely target of strikes, and the other can stop them."""
        weights = self.weights
        if not self.is_endangered():
            return False
        best = max(self.standings)
        helps = bool(
            self.entries_with_faces(EARLY_WARNING)
            or (self.state.token[self.seat] and self.entries_with_faces(NUCLEAR_ARMS))
        )
        return (self.standings[other] == best and helps) or (
            self.standings[self.seat] == best and self.stop_chance(other) >= weights.stops_armed
        )

    def pact_worth(self, other: int, kind: Kind, proposed: bool = False, secrecy: int = 0) -> int:
        """Return the worth of an alliance with the other seat to this seat, if it is formed.

        `secrecy` is the chance, in percent, that it is a secret one.
        """
        weights = self.weights
        stake, chance = self.state.rules.pacts[kind[0]].stake, self.pact_chance(other, kind, proposed)
        mine = 10 * self.state.rules.numbers.alliance_gain + stake * (2 * chance - 100) // 10
        mine += self.state.rules.numbers.secret_gain * secrecy // 10
        if self.is_endangered() and self.purse < self.state.rules.numbers.blast + stake:
            mine += weights.stake_safe * stake
        theirs = mine
        if kind[0] == TECHNOLOGY and chance > weights.trade_likely:
            mine += weights.trade_holder if self.state.holder(BUNKER) == other else 0
        if kind[0] == DEFENSE and self.standings[self.seat] == max(self.standings) and self._is_guarded_ally(other):
            mine += weights.defense_leader
        return mine - theirs * self.harm_value(other) // max(1, weights.ally_gains) + self._compact_bonus(other)

    def _compact_bonus(self, other: int) -> int:
        """Return the bonus for the seat's own Unity Compacts that an alliance with `other` would help to complete."""
        weights = self.weights
        total = 0
        for alliance in self.own_alliances():
            if alliance.pact == UNITY and alliance.extra == other:
                total += weights.unity_helps
        return total

    def own_alliances(self) -> list[Alliance]:
        """Return the seat's own alliances, including secret ones in the form of open ones."""
        papers = [self.secret_as_open(paper) for paper in SECRETS.signed_papers(self.state, self.seat)]
        return [*self.state.alliances_of(self.seat), *(alliance for alliance in papers if alliance is not None)]

    def secret_as_open(self, paper: Paper) -> Alliance | None:
        """Return a secret alliance of the seat in the form of an open one, or None if it has no legal terms."""
        terms = SECRETS.terms(paper, self.own)
        if terms is None or not alliances.is_lawful(self.state, paper, terms):
            return None
        pact, extra = terms
        *_, since, turns = paper.record
        stake = self.state.rules.pacts[pact].stake
        return Alliance(*paper.pair, pact, extra, (stake, stake), since, turns)

    def choose_openings(self, *besides: int) -> Openings:
        """Return openings of the secret alliances that the seat should open now.

        These are completed ones whose stakes both partners can pay, and those that help to complete another alliance.
        """
        numbers = list(besides)
        third = {alliance.extra for alliance in self.own_alliances() if alliance.pact == UNITY}
        for paper in SECRETS.signed_papers(self.state, self.seat):
            alliance = self.secret_as_open(paper)
            if alliance is None or paper.number in numbers:
                continue
            counts = bool(third & {alliance.other(self.seat)})
            if self.can_pay_stakes(alliance) and (counts or alliances.is_completed(self.state, alliance)):
                numbers.append(paper.number)
        return SECRETS.openings(self.state, self.seat, self.own, numbers)

    def can_pay_stakes(self, alliance: Alliance) -> bool:
        """Return True if both allies could set their stakes aside now."""
        return all(
            self.state.purse[seat] + self.state.rules.numbers.alliance_gain >= alliance.stakes[0]
            for seat in alliance.pair
        )

    def wanted_industries(self) -> set[int]:
        """Return the industries that the seat's own alliances need."""
        return {alliance.extra for alliance in self.own_alliances() if alliance.pact == EXCHANGE} | {
            BUNKER for alliance in self.own_alliances() if alliance.pact == TECHNOLOGY
        }
