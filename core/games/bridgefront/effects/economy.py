"""The effects on gold, mana and cards: Gold, Mana, Draw, Discard, and moves between hand and piles."""

from __future__ import annotations

from core.engine.text.words import format_count
from core.games.bridgefront import decks, events, hands, units
from core.games.bridgefront.choices import AnyChoice, CardsChoice, OpponentChoice, RewardsChoice
from core.games.bridgefront.effects.base import Effect, EffectContext, InstantEffect, Outcome
from core.games.bridgefront.factions import passive_bonus
from core.games.bridgefront.state import Bridgefront, Locked


class Gold(InstantEffect):
    amount: int
    words = "Take {amount} gold."

    def act(self, context: EffectContext) -> None:
        units.take_gold(context.step, context.seat, self.amount, "card")


class Squeeze(Effect):
    amount: int
    words = "Name an opponent: up to {amount} of their gold becomes yours."
    choices = (OpponentChoice(),)

    def resolve(self, context: EffectContext, values: Locked) -> Outcome:
        units.hand_gold(context.step, values[0], context.seat, self.amount, "card")
        return True


class Mana(InstantEffect):
    amount: int
    words = "Gain {amount} mana."

    def act(self, context: EffectContext) -> None:
        units.gain_mana(context.step, context.seat, self.amount)


class Draw(InstantEffect):
    amount: int
    words = "Draw {amount:card}."

    def act(self, context: EffectContext) -> None:
        hands.schedule_draw(context.step, (context.seat, self.amount))


class AllDraw(InstantEffect):
    """The effect that lets the player and every other player draw, in Lead order (K16)."""

    own: int
    others: int
    words = "Draw {own}; every other player draws {others}."

    def act(self, context: EffectContext) -> None:
        others = (seat for seat in context.state.lead_order() if seat != context.seat)
        hands.schedule_draw(context.step, (context.seat, self.own), *((seat, self.others) for seat in others))


class DrawForSpell(InstantEffect):
    more: int
    words = "Draw 1. If that card is a Spell, show it and draw {more} more."

    def act(self, context: EffectContext) -> None:
        context.step.schedule(("draw", ((context.seat, 1),), hands.IS_SPELL, self.more, ()))


class Discard(InstantEffect):
    """The effect that makes the player choose and discard cards in the middle of the resolution.

    The cards may be burnt instead, or one may be given for mana.
    """

    most: int = 1
    fate: str = "discard"

    @property
    def words(self) -> str:  # type: ignore[override]
        """The text on the card, depending on what happens to the cards."""
        return DISCARDS[self.fate]

    def act(self, context: EffectContext) -> None:
        context.step.schedule(
            ("choose cards", context.seat, 0 if self.fate == "mana" else self.most, self.most, self.fate)
        )


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
        return (CardsChoice(self.least, self.most),)

    def resolve(self, context: EffectContext, values: Locked) -> Outcome:
        gone = 0
        for copy in values[0]:
            gone += spend_named(context, copy, self.fate)
        if gone and self.draws:
            hands.schedule_draw(context.step, (context.seat, gone * self.draws))
        return True

    def text(self) -> str:
        verb = "Burn" if self.fate == "burn" else "Discard"
        if self.least == self.most:
            return f"{verb} {format_count(self.most, 'card')} from your hand."
        words = f"{verb} up to {format_count(self.most, 'card')} from your hand"
        return f"{words}, then draw {self.draws} for each." if self.draws else f"{words}."


def spend_named(context: EffectContext, copy: int, fate: str) -> bool:
    """Move a named open card from the hand to the discard or Burn pile; return False if it is not there."""
    if copy not in context.state.piles.shown[context.seat]:
        return False
    context.step.state.piles.leave_hand(context.seat, copy)
    if fate == "burn":
        hands.burn_copy(context.step, context.seat, copy)
    else:
        hands.discard_copy(context.step, context.seat, copy, "effect")
    return True


class Swap(Effect):
    """The effect that discards named cards for one reward each: gold, or Forces into the Capital."""

    most: int
    gold: int
    forces: int
    needs_home = True
    words = (
        "Discard up to {most} cards from your hand; for each either take {gold} gold or put "
        "{forces:Force} into your Capital."
    )

    @property
    def choices(self) -> tuple[AnyChoice, ...]:
        return (CardsChoice(0, self.most), RewardsChoice(("gold", "forces")))

    def is_possible(self, context: EffectContext, values: Locked) -> bool:
        return "forces" not in values[1] or context.home() is not None

    def resolve(self, context: EffectContext, values: Locked) -> Outcome:
        rewards = [reward for copy, reward in zip(values[0], values[1]) if spend_named(context, copy, "discard")]
        units.take_gold(context.step, context.seat, self.gold * rewards.count("gold"), "card")
        hex_ = context.home()
        if hex_ is not None:
            units.deploy_forces(context.step, context.seat, hex_, self.forces * rewards.count("forces"))
        return True


class LayOnTop(InstantEffect):
    """The effect that puts a card of the hand on top of the draw pile, unseen by the other players."""

    optional: bool = False

    def act(self, context: EffectContext) -> None:
        context.step.schedule(("lay on top", context.seat, self.optional))

    def text(self) -> str:
        may = "You may lay" if self.optional else "Lay"
        return f"{may} 1 card from your hand on top of your draw pile, unseen by the others."


class Look(InstantEffect):
    amount: int
    words = "Look at the top {amount:card} of your draw pile and leave them there in order."

    def act(self, context: EffectContext) -> None:
        context.step.schedule(("look", context.seat, self.amount))


class Scry(InstantEffect):
    amount: int
    words = "Look at the top {amount} cards of your draw pile; put each back on top or underneath, in any order."

    def act(self, context: EffectContext) -> None:
        context.step.schedule(("look", context.seat, self.amount), ("scry", context.seat, self.amount))


class Scout(InstantEffect):
    amount: int
    words = "Look at the top {amount} cards of your draw pile; keep 1, discard the others."

    def act(self, context: EffectContext) -> None:
        n = self.amount + passive_bonus(context.state, context.seat, "wider_choice")
        context.step.schedule(("look", context.seat, n), ("scout", context.seat, n))


class PickFromOffer(InstantEffect):
    """The effect that makes an offer from the market deck of an age, of which the player gains one card."""

    age: int
    cards: int

    def act(self, context: EffectContext) -> None:
        context.step.schedule(("offer", context.seat, decks.market_deck(context.state, self.age), self.cards))

    def text(self) -> str:
        return f"Look at an offer of {self.cards} cards of the Age {'I' * self.age} market and gain 1."


class GainRandom(InstantEffect):
    """The effect that gains random cards of a market deck into the hand.

    If `changed` is set, the cards cost 1 mana and no gold, have initiative 0, and are burnt after use.
    """

    age: int
    cards: int
    changed: bool = False

    def act(self, context: EffectContext) -> None:
        state = context.state
        copies = [decks.turn_up(context.step, decks.market_deck(state, self.age)) for _ in range(self.cards)]
        for copy in copies:
            if self.changed:
                state.number[copy] = 0
                state.changed = tuple(sorted({*state.changed, copy}))
            hands.gain_to_hand(context.step, context.seat, copy, "card")

    def text(self) -> str:
        words = f"Gain {self.cards} random cards of the Age {'I' * self.age} market straight into your hand."
        if self.changed:
            words += " They cost 1 mana and no gold, have initiative 0 and are Burn for the rest of the game."
        return words


class RaiseCounter(InstantEffect):
    """The effect that raises the copy's own counter by 1."""

    words = ""

    def act(self, context: EffectContext) -> None:
        hands.raise_counter(context.state, context.play.copy)


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

    def resolve(self, context: EffectContext, values: Locked) -> Outcome:
        return None


class ScoreOnCenter(InstantEffect):
    vp: int
    words = "If you occupy the Center when Scoring of this round begins: {vp} more permanent VP."

    def act(self, context: EffectContext) -> None:
        context.add_mark("timer", self.vp)


class NextChampionFree(InstantEffect):
    words = "Your next Champion card of this round is free of mana and gold."

    def act(self, context: EffectContext) -> None:
        context.add_mark("champion free")


class Nothing(InstantEffect):
    """An effect that does nothing, so that the card only uses up the choice of this step."""

    says: str = "Nothing: it only uses up your choice of this step."
    words = "{says}"

    def act(self, context: EffectContext) -> None:
        context.step.emit(events.NothingHappened(context.seat, "no effect"))
