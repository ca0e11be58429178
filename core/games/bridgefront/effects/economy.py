"""The effects on gold, mana and cards: Gold, Mana, Draw, Discard, and moves between hand and piles."""

from __future__ import annotations

from core.engine.text.words import count
from core.games.bridgefront import decks, events, hands, units
from core.games.bridgefront.choices import AnyChoice, Cards, Opponent, Rewards
from core.games.bridgefront.effects.base import Effect, EffectContext, Instant, Outcome
from core.games.bridgefront.factions import bonus
from core.games.bridgefront.state import Bridgefront, Locked


class Gold(Instant):
    amount: int
    words = "Take {amount} gold."

    def act(self, now: EffectContext) -> None:
        units.take_gold(now.step, now.seat, self.amount, "card")


class Squeeze(Effect):
    amount: int
    words = "Name an opponent: up to {amount} of their gold becomes yours."
    choices = (Opponent(),)

    def resolve(self, now: EffectContext, values: Locked) -> Outcome:
        units.hand_gold(now.step, values[0], now.seat, self.amount, "card")
        return True


class Mana(Instant):
    amount: int
    words = "Gain {amount} mana."

    def act(self, now: EffectContext) -> None:
        units.gain_mana(now.step, now.seat, self.amount)


class Draw(Instant):
    amount: int
    words = "Draw {amount:card}."

    def act(self, now: EffectContext) -> None:
        hands.draw(now.step, (now.seat, self.amount))


class AllDraw(Instant):
    """The effect that lets the player and every other player draw, in Lead order (K16)."""

    own: int
    others: int
    words = "Draw {own}; every other player draws {others}."

    def act(self, now: EffectContext) -> None:
        others = (seat for seat in now.state.lead_order() if seat != now.seat)
        hands.draw(now.step, (now.seat, self.own), *((seat, self.others) for seat in others))


class DrawForSpell(Instant):
    more: int
    words = "Draw 1. If that card is a Spell, show it and draw {more} more."

    def act(self, now: EffectContext) -> None:
        now.step.later(("draw", ((now.seat, 1),), hands.IS_SPELL, self.more, ()))


class Discard(Instant):
    """The effect that makes the player choose and discard cards in the middle of the resolution.

    The cards may be burnt instead, or one may be given for mana.
    """

    most: int = 1
    fate: str = "discard"

    @property
    def words(self) -> str:  # type: ignore[override]
        """The text on the card, depending on what happens to the cards."""
        return DISCARDS[self.fate]

    def act(self, now: EffectContext) -> None:
        now.step.later(("choose cards", now.seat, 0 if self.fate == "mana" else self.most, self.most, self.fate))


DISCARDS = {
    "discard": "Discard {most:card} from your hand.",
    "burn": "Burn {most:card} from your hand.",
    "mana": "You may discard 1 card from your hand for 1 mana.",
}


class DiscardNamed(Effect):
    """The effect that discards or burns cards of the hand that were named when the card was played.

    For each of these cards, the player draws some cards.
    """

    least: int
    most: int
    fate: str = "discard"
    draws: int = 0

    @property
    def choices(self) -> tuple[AnyChoice, ...]:
        return (Cards(self.least, self.most),)

    def resolve(self, now: EffectContext, values: Locked) -> Outcome:
        gone = 0
        for copy in values[0]:
            gone += spend_named(now, copy, self.fate)
        if gone and self.draws:
            hands.draw(now.step, (now.seat, gone * self.draws))
        return True

    def text(self) -> str:
        verb = "Burn" if self.fate == "burn" else "Discard"
        if self.least == self.most:
            return f"{verb} {count(self.most, 'card')} from your hand."
        words = f"{verb} up to {count(self.most, 'card')} from your hand"
        return f"{words}, then draw {self.draws} for each." if self.draws else f"{words}."


def spend_named(now: EffectContext, copy: int, fate: str) -> bool:
    """Move a named open card from the hand to the discard or Burn pile; return False if it is not there."""
    if copy not in now.state.piles.shown[now.seat]:
        return False
    now.step.state.piles.leave_hand(now.seat, copy)
    if fate == "burn":
        hands.burn(now.step, now.seat, copy)
    else:
        hands.discard(now.step, now.seat, copy, "effect")
    return True


class Swap(Effect):
    """The effect that discards named cards for one reward each: gold, or Forces into the Capital."""

    most: int
    gold: int
    forces: int
    home = True
    words = (
        "Discard up to {most} cards from your hand; for each either take {gold} gold or put "
        "{forces:Force} into your Capital."
    )

    @property
    def choices(self) -> tuple[AnyChoice, ...]:
        return (Cards(0, self.most), Rewards(("gold", "forces")))

    def possible(self, now: EffectContext, values: Locked) -> bool:
        return "forces" not in values[1] or now.home() is not None

    def resolve(self, now: EffectContext, values: Locked) -> Outcome:
        rewards = [reward for copy, reward in zip(values[0], values[1]) if spend_named(now, copy, "discard")]
        units.take_gold(now.step, now.seat, self.gold * rewards.count("gold"), "card")
        hex_ = now.home()
        if hex_ is not None:
            units.deploy(now.step, now.seat, hex_, self.forces * rewards.count("forces"))
        return True


class LayOnTop(Instant):
    """The effect that puts a card of the hand on top of the draw pile, unseen by the other players."""

    optional: bool = False

    def act(self, now: EffectContext) -> None:
        now.step.later(("lay on top", now.seat, self.optional))

    def text(self) -> str:
        may = "You may lay" if self.optional else "Lay"
        return f"{may} 1 card from your hand on top of your draw pile, unseen by the others."


class Look(Instant):
    amount: int
    words = "Look at the top {amount:card} of your draw pile and leave them there in order."

    def act(self, now: EffectContext) -> None:
        now.step.later(("look", now.seat, self.amount))


class Scry(Instant):
    amount: int
    words = "Look at the top {amount} cards of your draw pile; put each back on top or underneath, in any order."

    def act(self, now: EffectContext) -> None:
        now.step.later(("look", now.seat, self.amount), ("scry", now.seat, self.amount))


class Scout(Instant):
    amount: int
    words = "Look at the top {amount} cards of your draw pile; keep 1, discard the others."

    def act(self, now: EffectContext) -> None:
        n = self.amount + bonus(now.state, now.seat, "wider_choice")
        now.step.later(("look", now.seat, n), ("scout", now.seat, n))


class PickFromOffer(Instant):
    """The effect that makes an offer from the market deck of an age, of which the player gains one card."""

    age: int
    cards: int

    def act(self, now: EffectContext) -> None:
        now.step.later(("offer", now.seat, decks.market_deck(now.state, self.age), self.cards))

    def text(self) -> str:
        return f"Look at an offer of {self.cards} cards of the Age {'I' * self.age} market and gain 1."


class GainRandom(Instant):
    """The effect that gains random cards of a market deck into the hand.

    If `changed` is set, the cards cost 1 mana and no gold, have initiative 0, and are burnt after use.
    """

    age: int
    cards: int
    changed: bool = False

    def act(self, now: EffectContext) -> None:
        state = now.state
        copies = [decks.turn_up(now.step, decks.market_deck(state, self.age)) for _ in range(self.cards)]
        for copy in copies:
            if self.changed:
                state.number[copy] = 0
                state.changed = tuple(sorted({*state.changed, copy}))
            hands.gain_to_hand(now.step, now.seat, copy, "card")

    def text(self) -> str:
        words = f"Gain {self.cards} random cards of the Age {'I' * self.age} market straight into your hand."
        if self.changed:
            words += " They cost 1 mana and no gold, have initiative 0 and are Burn for the rest of the game."
        return words


class RaiseCounter(Instant):
    """The effect that raises the copy's own counter by 1."""

    words = ""

    def act(self, now: EffectContext) -> None:
        hands.raise_counter(now.state, now.play.copy)


class NeedsMana(Effect):
    """The requirement that the player has a certain amount of mana.

    If the round's starting mana is less than that, it is enough.
    """

    amount: int
    words = "Playable only while you have {amount} mana or more."

    def why_unplayable(self, state: Bridgefront, seat: int) -> str:
        start = state.option("base_mana") + state.option("mana_per_age") * (state.age - 1)
        needed = min(self.amount, start)
        return "" if state.mana[seat] >= needed else f"needs {needed} mana before paying"

    def resolve(self, now: EffectContext, values: Locked) -> Outcome:
        return None


class ScoreOnCenter(Instant):
    vp: int
    words = "If you occupy the Center when Scoring of this round begins: {vp} more permanent VP."

    def act(self, now: EffectContext) -> None:
        now.mark("timer", self.vp)


class NextChampionFree(Instant):
    words = "Your next Champion card of this round is free of mana and gold."

    def act(self, now: EffectContext) -> None:
        now.mark("champion free")


class Nothing(Instant):
    """An effect that does nothing, so that the card only uses up the choice of this step."""

    says: str = "Nothing: it only uses up your choice of this step."
    words = "{says}"

    def act(self, now: EffectContext) -> None:
        now.step.say(events.NothingHappened(now.seat, "no effect"))
