"""Texts of the questions to a player of Cabinet."""

from __future__ import annotations

from collections.abc import Mapping

from core.engine.question import AnyQuestion
from core.engine.text.prompts import QuestionText
from core.games.cabinet import action, discards, milestones, ministries, payment, turn

PROMPTS: Mapping[AnyQuestion, QuestionText] = {
    turn.DRAW: QuestionText("Draw", "Choose the deck to draw from: Resources or Ministries."),
    turn.MIX: QuestionText("Draw", "Choose how many of the cards are Ministries."),
    action.ACT: QuestionText("Your action", "Choose an action."),
    milestones.ATTEMPT: QuestionText("A Milestone", "Choose the Milestone that the team attempts, or none."),
    payment.SETTLE: QuestionText("A joint payment", "You are in office: decide how the team pays."),
    payment.PLEDGE: QuestionText("A joint payment", "Choose what you pledge. Only what is needed is taken."),
    discards.OFFER: QuestionText("A joint discard", "You may offer cards, in the order in which they may be taken."),
    discards.LOSE: QuestionText("A loss", "Choose what to discard."),
    discards.TRIM: QuestionText("Over the limit", "Your hand is over the limit: choose what to discard."),
    ministries.ARRANGE: QuestionText("A look ahead", "Choose the order in which the cards go back."),
    ministries.GUESTS: QuestionText("Public Works", "You may choose others to draw a Resource card as well."),
    ministries.SWAP: QuestionText("Foreign Affairs", "You may propose a swap of cards."),
    ministries.ACCEPT: QuestionText("A swap", "Accept or refuse the swap."),
    ministries.TAKE: QuestionText("Justice", "Choose what to take from the discards."),
}
"""Text of every question."""
