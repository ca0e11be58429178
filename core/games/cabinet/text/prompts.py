"""What a player of Cabinet is asked, in words."""

from __future__ import annotations

from collections.abc import Mapping

from core.engine.question import AnyQuestion
from core.engine.text.prompts import Put
from core.games.cabinet import action, discards, milestones, ministries, payment, turn

PUT: Mapping[AnyQuestion, Put] = {
    turn.DRAW: Put("Draw", "You must choose the deck of your next card: Resources or Ministries."),
    action.ACT: Put("Your action", "You must choose one action."),
    milestones.ATTEMPT: Put("A Milestone", "You must choose which Milestone the team attempts, or none of them."),
    payment.PLEDGE: Put("A joint payment", "You must say what you give; nothing more than what is needed is taken."),
    discards.OFFER: Put("A joint discard", "You may offer cards, in the order in which you would give them."),
    discards.LOSE: Put("A loss", "You must choose what to discard."),
    discards.TRIM: Put("Over the limit", "Your hand is over the limit of 7: you must choose what to discard."),
    ministries.ARRANGE: Put("A look ahead", "You must choose in which order the cards go back."),
    ministries.GUESTS: Put("Public Works", "You may choose up to two others who draw a Resource card as well."),
    ministries.SWAP: Put("Foreign Affairs", "You may propose a swap of up to three cards of each side."),
    ministries.ACCEPT: Put("A swap", "You must accept or refuse the swap."),
    ministries.TAKE: Put("Justice", "You must choose what you take from the discards."),
}
"""Everything that is asked."""
