"""The turn: tone, draw, actions, discards and tension (rules part 4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product

from core.engine.game import IllegalDecision, RandomSource
from core.engine.hidden.cards import check_entries
from core.engine.hidden.hand import held_cards, name_card
from core.engine.hidden.secrets import Secrets
from core.engine.question import size_with_openings
from core.games.midnight import cards, events, hands
from core.games.midnight.cards import kind_of
from core.games.midnight.decisions import Deploy, Discard
from core.games.midnight.dispute import begin_conflict, begin_global_conflict
from core.games.midnight.elimination import fall_to_ruin
from core.games.midnight.escalations import BRINKMANSHIP, MOBILISATION, RATIONING, RED_TELEPHONES, TOTAL_WAR
from core.games.midnight.hands import CLOSED_CARDS
from core.games.midnight.rules import Question, Step, agenda, question
from core.games.midnight.state import Midnight
from core.games.midnight.totals import card_fee
from core.games.midnight.worth import lose_worth

# TURN_START, TONE, DRAW -----------------------------------------------------------------------------------------------


@agenda("turn")
def begin_turn(step: Step) -> None:
    """Begin the turn of the next nation clockwise and roll the tone."""
    state = step.state
    order = state.clockwise(state.current) if state.turn == 0 else state.clockwise(state.current)[1:]
    state.turn += 1
    start_turn(step, next(seat for seat in order if not state.eliminated[seat]))
    seat = state.current
    step.emit(events.TurnBegan(seat, state.turn))
    state.calmed = state.ruined[seat]
    state.tense = 0
    if not state.ruined[seat]:
        die = step.chance.numbered_stream("tone").die()
        state.tense = int(die > state.rules.numbers.calm_faces - state.is_in_play(BRINKMANSHIP))
        step.emit(events.ToneRolled(seat, die, bool(state.tense)))
    step.schedule(("act",), ("trim",), ("tension",), ("turn",))
    hands.draw_or_tick(step, seat, state.dial_value(seat, cards.INFLUENCE))


def start_turn(step: Step, seat: int) -> None:
    """Begin the actions of a seat."""
    state = step.state
    state.current = seat
    state.stopped = state.actions = state.moved = 0


# TRIM -----------------------------------------------------------------------------------------------------------------


def hand_limit(state: Midnight) -> int:
    """Return the number of cards that a hand may have in TRIM."""
    return state.amount(RATIONING, state.rules.numbers.hand_limit)


@agenda("trim")
def begin_trim(step: Step) -> None:
    """Ask the current player which cards over the hand limit to discard."""
    state = step.state
    over = state.piles.hand_size(state.current) - hand_limit(state)
    if over > 0 and not state.stopped:
        step.ask(TRIM, state.current, over)


class TrimChoice(Question[Discard, int]):
    """Question to the current player: the cards over the hand limit to discard."""

    kind = "trim"
    at_random = True
    decision = Discard

    def check(self, state: Midnight, seat: int, decision: Discard, over: int) -> None:
        """Check that the decision names the number of cards over the limit, all from the seat's hand."""
        if len(decision.cards) != over:
            raise IllegalDecision(seat, f"{over} cards are over the limit, not {len(decision.cards)}")
        CLOSED_CARDS.check_cards(state, seat, decision.cards)

    def apply(self, step: Step, seat: int, decision: Discard, over: int) -> None:
        """Discard the cards; a nation that is not in Ruin pays a fee for them.

        The fee may bring the nation to Ruin, with nobody as captor (R28).
        """
        state = step.state
        copies = tuple(state.piles.leave_hand(seat, card) for card in decision.cards)
        hands.discard_cards(step, seat, copies, "limit")
        if not state.ruined[seat] and lose_worth(step, seat, card_fee(state) * len(copies), "fee"):
            fall_to_ruin(step, seat)

    def max_answer_size(self, state: Midnight, seat: int, over: int) -> int:
        """Return the maximum size of the decision in bytes, reached if all discarded cards are closed."""
        return size_with_openings(over)

    def options(self, state: Midnight, seat: int, own: Secrets, over: int) -> Iterator[Discard]:
        for named in combinations(held_cards(state, seat, own), over):
            yield Discard(tuple(name_card(own, card) for card in named))

    def sample(self, state: Midnight, seat: int, own: Secrets, chance: RandomSource, over: int) -> Discard:
        hand = held_cards(state, seat, own)
        return Discard(tuple(name_card(own, hand.pop(chance.uniform(len(hand)))) for _ in range(over)))

    def stand_in(self, state: Midnight, seat: int, chance: RandomSource, over: int) -> Discard:
        """Return the discard for an absent seat; it keeps Builds and Intelligence if possible."""

        def keep(copy: int) -> tuple[bool, int]:
            return kind_of(copy) not in (cards.BUILD, cards.INTELLIGENCE), copy

        return Discard(tuple(sorted(state.piles.shown[seat], key=keep))[:over])


TRIM = question(TrimChoice())


# TENSION --------------------------------------------------------------------------------------------------------------


@agenda("tension")
def roll_tension(step: Step) -> None:
    """Roll the red die if the tone is tense and Ruin has not calmed it."""
    state = step.state
    seat = state.current
    if state.stopped or state.calmed or state.ruined[seat] or not state.tense:
        return
    die = step.chance.numbered_stream("tension").die()
    numbers, face = state.rules.numbers, state.rules.red[die - 1]
    step.emit(events.TensionRolled(seat, die, face))
    if face == cards.AVERTED:
        hands.draw_or_tick(step, seat, state.amount(RED_TELEPHONES, numbers.averted_cards))
    elif face == cards.RISE:
        most = numbers.rise_plays_3 if len(state.seats) == 3 else numbers.rise_plays
        step.schedule(("deploy", most + state.is_in_play(MOBILISATION)))
        hands.draw_or_tick(step, seat, numbers.rise_cards)
    elif face == cards.CONFLICT:
        (begin_global_conflict if state.is_in_play(TOTAL_WAR) else begin_conflict)(step, seat)
    else:
        step.schedule(("tick", "die"))


@agenda("deploy")
def ask_for_deployment(step: Step, most: int) -> None:
    """Ask the current player for cards to place on borders, because tensions rise.

    The seat may place from none up to `most` cards (R19).
    """
    state = step.state
    if most and not state.stopped and state.piles.hand_size(state.current) and state.targets_of(state.current):
        step.ask(DEPLOY, state.current, most)


class DeployChoice(Question[Deploy, int]):
    """Question to a seat: the cards of its hand that it places on borders, up to a maximum."""

    kind = "deploy"
    decision = Deploy
    lists_all = False  # a claim that a closed card is for a border is accepted until it is turned up

    def check(self, state: Midnight, seat: int, decision: Deploy, most: int) -> None:
        """Check that the cards differ, are for borders, and face nations towards which cards may be placed."""
        if len(decision.plays) > most:
            raise IllegalDecision(seat, f"at most {most} cards, not {len(decision.plays)}")
        check_entries(seat, (entry for _, entry in decision.plays), CLOSED_CARDS.hand(state, seat))
        for other, entry in decision.plays:
            if other not in state.targets_of(seat):
                raise IllegalDecision(seat, f"no card may be laid towards seat {other}")
            hands.check_for_border(state, seat, entry)

    def apply(self, step: Step, seat: int, decision: Deploy, most: int) -> None:
        """Place the cards one after the other."""
        for other, entry in decision.plays:
            hands.play_to_border(step, seat, other, entry)

    def options(self, state: Midnight, seat: int, own: Secrets, most: int) -> Iterator[Deploy]:
        entries, targets = hands.border_entries(state, seat, own), state.targets_of(seat)
        for count in range(min(most, len(entries)) + 1):
            for named in permutations(entries, count):
                for towards in product(targets, repeat=count):
                    yield Deploy(tuple(zip(towards, named)))

    def sample(self, state: Midnight, seat: int, own: Secrets, chance: RandomSource, most: int) -> Deploy:
        entries, targets = hands.border_entries(state, seat, own), state.targets_of(seat)
        count = chance.uniform(min(most, len(entries)) + 1)
        plays = []
        for _ in range(count):
            to = targets[chance.uniform(len(targets))]
            plays.append((to, entries.pop(chance.uniform(len(entries)))))
        return Deploy(tuple(plays))

    def stand_in(self, state: Midnight, seat: int, chance: RandomSource, most: int) -> Deploy:
        return Deploy(())


DEPLOY = question(DeployChoice())
