"""What a player of Cabinet is asked, in words."""

from __future__ import annotations

from collections.abc import Mapping

from core.engine.question import AnyQuestion
from core.engine.text.prompts import Put
from core.games.cabinet import action, discards, milestones, ministries, payment, turn

PUT: Mapping[AnyQuestion, Put] = {
    turn.DRAW: Put("Draw", "Choose the deck to draw from: Resources or Ministries."),
    action.ACT: Put("Your action", "Choose an action."),
    milestones.ATTEMPT: Put("A Milestone", "Choose the Milestone that the team attempts, or none of them."),
    payment.PLEDGE: Put("A joint payment", "Choose what you pledge. Only what is needed is taken."),
    discards.OFFER: Put("A joint discard", "You may offer cards, in the order in which they may be taken."),
    discards.LOSE: Put("A loss", "Choose what to discard."),
    discards.TRIM: Put("Over the limit", "Your hand is over the limit of 7: choose what to discard."),
    ministries.ARRANGE: Put("A look ahead", "Choose the order in which the cards go back."),
    ministries.GUESTS: Put("Public Works", "You may choose up to two others to draw a Resource card as well."),
    ministries.SWAP: Put("Foreign Affairs", "You may propose a swap of up to three cards each."),
    ministries.ACCEPT: Put("A swap", "Accept or refuse the swap."),
    ministries.TAKE: Put("Justice", "Choose what to take from the discards."),
}
"""Everything that is asked."""
