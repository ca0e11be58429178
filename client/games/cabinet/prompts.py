"""Questions to our seat, answered pick by pick; each question of Cabinet has a script.

A pick is something on the screen: ("card", copy) is a card of the hand, ("deck", n) a deck, and ("milestone", 0) the
deck of Milestones, or ("milestone", copy) a face-up one. ("challenge", copy) is a card on the wall, and ("aside", copy)
a card on the desk. ("seat", n) is a seat, ("theirs", copy) a card of another hand, and ("spent", copy) a card of a
discard pile. ("way", n) is a way of paying, ("yes", 0 or 1) an answer, and ("play", 0) the desk. ("mix", n) draws n
Ministries among the cards, and ("settle", n) is a way in which the team pays. ("none", 0) and ("stop", 0) decline.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from client.table.pick.script import CARD, ENOUGH, Pick, Picks
from client.table.prompt.question import PickQuestion, PickScript
from core.engine.game import Ask, Decision
from core.engine.hidden.secrets import Secrets
from core.engine.question import AnyQuestion
from core.engine.text.words import format_count
from core.games.cabinet import action, cards, discards, milestones, ministries, payment, standing, turn
from core.games.cabinet import decisions as d
from core.games.cabinet.game import GAME
from core.games.cabinet.state import Cabinet
from core.games.cabinet.text.prompts import PROMPTS
from core.games.cabinet.text.words import cost_text, name_list

STOP: Pick = ("stop", 0)
DROPPABLE_QUESTIONS = (payment.PLEDGE, discards.OFFER, ministries.GUESTS, ministries.SWAP)
"""Questions whose picks can be dropped one by one, in any order."""


class CabinetPrompt(PickQuestion):
    """Prompt for one question of Cabinet, with the picks made up to now."""

    game, put = GAME, PROMPTS
    state: Cabinet

    def __init__(self, state: Cabinet, seat: int, secrets: Secrets, ask: Ask) -> None:
        super().__init__(state, seat, secrets, ask)
        if self.asked_of is payment.PLEDGE:
            for copy in payment.proposed_pledge(state, seat):
                self.answer((CARD, copy))
            self._before = []

    def prepare(self) -> None:
        """Prepare nothing, because all cards are open."""

    def script(self) -> PickScript:
        """Return the script of the question."""
        return SCRIPTS[self.asked_of](self)

    @property
    def held(self) -> tuple[int, ...]:
        """Copies of the cards in our hand."""
        return self.state.hand[self.seat]

    @property
    def has_answers(self) -> bool:
        """True if there is a pick to drop, including a proposed one."""
        return bool(self.answers)

    @property
    def locks_immediately(self) -> bool:
        """True if the pick needs no confirmation: a draw, the team's payment, or an answer of yes or no."""
        return self.asked_of in (turn.DRAW, turn.MIX, ministries.ACCEPT, payment.SETTLE) and bool(self.answers)

    def answer(self, value: Pick) -> None:
        """Pick a value, or drop it if it is already picked and may be dropped separately."""
        if value in self.answers and self.asked_of in DROPPABLE_QUESTIONS:
            self.drop(value)
        else:
            super().answer(value)

    def undo(self) -> bool:
        """Drop the last pick."""
        if not self.answers:
            return False
        self.drop(self.answers[-1])
        return True

    def drop(self, pick: Pick) -> None:
        """Drop one pick, and the later ones that depend on it."""
        at = self.answers.index(pick)
        rest = self.answers[at + 1 :] if self.asked_of in DROPPABLE_QUESTIONS and pick[0] != "seat" else []
        self.save_undo_state()
        self.answers = [*self.answers[:at], *rest]
        self.run()

    def legal(self) -> Iterator[Decision]:
        """Return every legal answer to the whole question."""
        return self.asked_of.options(self.state, self.seat, self.secrets, *self.detail)

    # Words ------------------------------------------------------------------------------------------------------------

    def pick_name(self, pick: Pick) -> str:
        """Return a name for a pick, in a few words."""
        kind, number = pick
        if kind in (CARD, "challenge", "aside", "theirs", "spent"):
            return cards.name_of(number)
        if kind == "milestone" and number:
            return f"Attempt {cards.name_of(number)}"
        if kind == "mix":
            return mix_name(number, self.detail[0])
        if kind == "settle":
            return self.settlements[number][0]
        if kind == "deck":
            return f"The {cards.DECK_NAMES[number]} deck"
        if kind == "seat":
            return f"Seat {number}"
        if kind == "way":
            return name_list(self.payments[number])
        if kind == "yes":
            return "Accept" if number else "Refuse"
        return {"milestone": "Attempt a Milestone", "play": "Play it", "stop": "Skip the second action"}.get(
            kind, "None of them"
        )

    def why_not(self, value: Pick) -> str:
        """Return the reason why something cannot be picked now."""
        kind, number = value
        if self.asked_of is payment.PLEDGE and kind == CARD:
            return "The cost does not need it." if cards.is_resource(number) else "It cannot assist here."
        if kind == "challenge":
            return "You cannot pay for it alone."
        if kind == "milestone" and self.asked_of is action.ACT:
            return (
                "The two actions of the Cabinet Office must be different." if self.answers else "No Milestone is left."
            )
        return "You cannot choose that now."

    @property
    def settlements(self) -> list[tuple[str, d.Settle]]:
        """The team's ways to pay the card at stake, with their names; the last way is not to pay."""
        ways = [way for way in self.legal() if isinstance(way, d.Settle)]
        return [(settle_name(self.state, way), way) for way in ways]

    @property
    def payments(self) -> list[tuple[int, ...]]:
        """Payments with which our seat alone can pay for the picked Challenge."""
        found = self.picked_numbers("challenge")
        less = int(bool(self.picked_numbers(CARD)))
        return list(payment.exact_payments(standing.cost(self.state, found[0]), self.held, less)) if found else []


# Scripts --------------------------------------------------------------------------------------------------------------


def _draw(q: CabinetPrompt) -> PickScript:
    left = q.detail[0]
    words = f"Draw: {format_count(left, 'card')} to go. Choose a deck."
    _, deck = yield Picks("deck", words, tuple(("deck", each.deck) for each in q.legal() if isinstance(each, d.Draw)))
    return d.Draw(deck)


def mix_name(ministries: int, count: int) -> str:
    """Return a name for a draw of this number of Ministries among `count` cards."""
    parts = [format_count(count - ministries, "Resource")] if count > ministries else []
    parts += [format_count(ministries, "Ministry", "Ministries")] if ministries else []
    return " + ".join(parts)


def settle_name(state: Cabinet, way: d.Settle) -> str:
    """Return a name for one of the team's ways to pay."""
    if not way.pays:
        return "Do not pay"
    return f"Pay, {cards.name_of(way.assist)} assists" if way.assist else "Pay together"


def _mix(q: CabinetPrompt) -> PickScript:
    targets = tuple(("mix", mix.ministries) for mix in q.legal() if isinstance(mix, d.Mix))
    _, number = yield Picks("mix", f"Draw {format_count(q.detail[0], 'card')}: choose the decks.", targets)
    return d.Mix(number)


def _settle(q: CabinetPrompt) -> PickScript:
    ways = q.settlements
    words = f"Decide for the team: {cards.name_of(q.state.at_stake)}."
    _, number = yield Picks("settle", words, tuple(("settle", i) for i in range(len(ways))))
    return ways[number][1]


def _ask_act(q: CabinetPrompt) -> PickScript:
    legal = [act for act in q.legal() if isinstance(act, d.Act)]
    first: dict[Pick, None] = {}
    for act in legal:
        if act.kind == action.GATHER:
            first[("deck", act.deck)] = None
        elif act.kind == action.ATTEMPT:
            first[("milestone", act.card)] = None
        elif act.kind == action.SOLVE:
            first[("challenge", act.challenge)] = None
        elif act.kind == action.STOP:
            first[STOP] = None
        else:
            first |= {(CARD, copy): None for copy in q.held if same_print(copy, act.card)}
    kind, number = yield Picks("act", PROMPTS[q.asked_of].sentence, tuple(first))
    if kind == "deck":
        return d.Act(action.GATHER, number)
    if kind == "milestone":
        return d.Act(action.ATTEMPT, card=number)
    if kind == "stop":
        return d.Act(action.STOP)
    if kind == "challenge":
        return d.Act(action.SOLVE, challenge=number, pay=(yield from _pick_payment(q)))
    return (
        yield from _with_card(
            q,
            number,
            [act for act in legal if act.card and act.kind != action.ATTEMPT and same_print(number, act.card)],
        )
    )


def _with_card(q: CabinetPrompt, copy: int, acts: list[d.Act]) -> PickScript:
    """Ask the player to play a Ministry or to share a card."""
    seats = tuple(("seat", act.to) for act in acts if act.kind == action.SHARE)
    played = [act for act in acts if act.kind == action.PLAY]
    solved = tuple(dict.fromkeys(("challenge", act.challenge) for act in played if act.challenge))
    plays: tuple[Pick, ...] = solved or ((("play", 0),) if played else ())
    words = (
        f"{cards.name_of(copy)}: play it, or choose who gets it."
        if plays
        else f"{cards.name_of(copy)}: choose who gets it."
    )
    kind, number = yield Picks("act", words, (*plays, *seats))
    if kind == "seat":
        return d.Act(action.SHARE, card=copy, to=number)
    if kind == "challenge":
        return d.Act(action.PLAY, card=copy, challenge=number, pay=(yield from _pick_payment(q)))
    return d.Act(action.PLAY, card=copy)


def _pick_payment(q: CabinetPrompt) -> PickScript:
    """Ask for the cards that pay for a Challenge, if several payments are possible."""
    ways = q.payments
    if len(ways) == 1:
        return ways[0]
    _, number = yield Picks("way", "Which cards pay it?", tuple(("way", i) for i in range(len(ways))))
    return ways[number]


def same_print(a: int, b: int) -> bool:
    """Return True if two cards have the same print."""
    return cards.deck_of(a) == cards.deck_of(b) and cards.kind_of(a) == cards.kind_of(b)


def _ask_attempt(q: CabinetPrompt) -> PickScript:
    targets = (*(("aside", copy) for copy in q.state.aside), ("none", 0))
    kind, number = yield Picks("aside", PROMPTS[q.asked_of].sentence, targets)
    return d.Attempt(number if kind == "aside" else 0)


def _ask_pledge(q: CabinetPrompt) -> PickScript:
    cost, assist = standing.cost(q.state, q.state.at_stake), 0
    given: tuple[int, ...] = ()
    second = q.detail[0] == 2
    if second:
        missing = payment.fill_cost(cost, [(s, q.state.pledges[s]) for s in q.state.clockwise(q.state.current)],
                               payment.assist_places(q.state, q.state.assist)).missing  # fmt: skip
        words = f"Still missing: {cost_text(missing)}. What do you give in total?"
    else:
        words = f"What do you give for {cards.name_of(q.state.at_stake)}?"
    helpers = payment.possible_assists(q.state, q.seat)
    while True:
        fit = [
            copy for copy in q.held if copy not in given and payment.usable_cards(cost, (*given, copy))[-1:] == (copy,)
        ]
        fit = [copy for copy in fit if len(payment.usable_cards(cost, (*given, copy))) == len(given) + 1]
        named_ones = [copy for copy in q.held if not assist and any(same_print(copy, one) for one in helpers)]
        value = yield Picks("card", words, tuple((CARD, copy) for copy in (*fit, *named_ones)), True)
        if value == ENOUGH:
            return d.Pledge(given, assist)
        if cards.is_resource(value[1]):
            given = (*given, value[1])
        else:
            assist = value[1]


def _ask_offer(q: CabinetPrompt) -> PickScript:
    most, why = q.detail
    given: tuple[int, ...] = ()
    while len(given) < most:
        what = "Upkeep" if why == "upkeep" else "Penalty"
        words = (
            f"{what}: the team discards {format_count(most, 'card')}. Offer cards in the order in which "
            f"they may be taken."
        )
        left = tuple((CARD, copy) for copy in q.held if copy not in given)
        value = yield Picks("card", words, left, True)
        if value == ENOUGH:
            break
        given = (*given, value[1])
    return d.Offer(given)


def _pick_cards(q: CabinetPrompt, kind: str, among: Sequence[int], words: str, many: int) -> PickScript:
    """Ask for a number of these cards; the answer keeps the order of the picks."""
    picked: tuple[int, ...] = ()
    while len(picked) < many:
        more = f" {many - len(picked)} to go." if many > 1 else ""
        targets = tuple((kind, copy) for copy in among if copy not in picked)
        picked = (*picked, (yield Picks(kind, words + more, targets))[1])
    return picked


def _discard(q: CabinetPrompt) -> PickScript:
    return d.Discard((yield from _pick_cards(q, CARD, q.held, "Choose what to discard.", q.detail[0])))


def _arrange(q: CabinetPrompt) -> PickScript:
    deck = q.detail[0]
    last = " The last one goes under the deck." if deck == cards.CHALLENGE else ""
    words = f"Put them back in order, the top card first.{last}"
    return d.Arrange((yield from _pick_cards(q, "aside", q.state.aside, words, len(q.state.aside))))


def _ask_guests(q: CabinetPrompt) -> PickScript:
    seats: tuple[int, ...] = ()
    most = q.state.rules.numbers.works_guests
    while len(seats) < most:
        targets = tuple(("seat", seat) for seat in q.state.others(q.seat) if seat not in seats)
        if not targets:
            break
        value = yield Picks(
            "seat", f"Choose up to {format_count(most, 'other player')} to draw a Resource card.", targets, True
        )
        if value == ENOUGH:
            break
        seats = (*seats, value[1])
    return d.Guests(tuple(seat for seat in q.state.others(q.seat) if seat in seats))


def _ask_swap(q: CabinetPrompt) -> PickScript:
    value = yield Picks(
        "seat", "Choose a player to swap with.", tuple(("seat", s) for s in q.state.others(q.seat)), True
    )
    if value == ENOUGH:
        return d.Swap()
    to = value[1]
    mine: tuple[int, ...] = ()
    theirs: tuple[int, ...] = ()
    most = q.state.rules.numbers.max_swapped
    while True:
        targets = [(CARD, copy) for copy in q.held if copy not in mine and len(mine) < most]
        targets += [("theirs", copy) for copy in q.state.hand[to] if copy not in theirs and len(theirs) < most]
        words = f"Choose up to {most} cards to give, and up to {most} to ask for."
        value = yield Picks("card", words, tuple(targets), bool(mine or theirs))
        if value == ENOUGH:
            return d.Swap(to, mine, theirs)
        if value[0] == CARD:
            mine = (*mine, value[1])
        else:
            theirs = (*theirs, value[1])


def _ask_accept(q: CabinetPrompt) -> PickScript:
    seat, theirs, mine = q.detail
    words = f"Seat {seat} gives {name_list(theirs)} for your {name_list(mine)}. Do you accept?"
    _, yes = yield Picks("yes", words, (("yes", 1), ("yes", 0)))
    return d.Accept(bool(yes))


def _take(q: CabinetPrompt) -> PickScript:
    many, among = q.detail
    return d.Take((yield from _pick_cards(q, "spent", among, "Choose what to take.", many)))


SCRIPTS: dict[AnyQuestion, Callable[[CabinetPrompt], PickScript]] = {
    turn.DRAW: _draw,
    turn.MIX: _mix,
    action.ACT: _ask_act,
    milestones.ATTEMPT: _ask_attempt,
    payment.SETTLE: _settle,
    payment.PLEDGE: _ask_pledge,
    discards.OFFER: _ask_offer,
    discards.LOSE: _discard,
    discards.TRIM: _discard,
    ministries.ARRANGE: _arrange,
    ministries.GUESTS: _ask_guests,
    ministries.SWAP: _ask_swap,
    ministries.ACCEPT: _ask_accept,
    ministries.TAKE: _take,
}
"""Script of each question, by the kind of question."""
