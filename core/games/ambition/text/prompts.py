"""The questions to a player of Ambition, in words."""

from __future__ import annotations

from collections.abc import Mapping

from core.engine.question import AnyQuestion
from core.engine.text.prompts import QuestionText
from core.games.ambition import alliances, challenges, claims, industry, intrigue, schemes, statements, strike, turn

PROMPTS: Mapping[AnyQuestion, QuestionText] = {
    turn.LAUNCH: QuestionText("Roll or launch", "Roll the die, or launch a strike instead."),
    turn.SHIFT: QuestionText("Wirehouse", "You may change the die by 1."),
    turn.DIPLOMACY: QuestionText("Diplomacy", "Draw, claim, or propose an alliance, as the die allows."),
    alliances.ACCEPT: QuestionText("A proposal", "Accept the alliance or refuse it."),
    claims.CHALLENGE: QuestionText(
        "Believe or challenge", "Challenge the claim? If it is a lie, the challengers gain the declared value."
    ),
    industry.INDUSTRY: QuestionText("Industry", "You may put Industrial cards into play and use them."),
    intrigue.PLAY: QuestionText("Intrigue", "Draw an Intrigue card, or play one from your hand."),
    intrigue.FREIGHT: QuestionText("Freightline", "Choose which of the two cards goes under the deck."),
    intrigue.DRAWN: QuestionText("The drawn card", "Keep the card, or play it now if you may."),
    schemes.AIM: QuestionText("Aim the card", "Choose a target for the card."),
    schemes.GIFT: QuestionText("I Am Become Death", "Take Influence, or give a player a token and gain more."),
    schemes.DUEL: QuestionText(
        "Card Night", "Choose an Elite to reveal: the higher one gains Influence, the lower one loses some."
    ),
    statements.DISARM: QuestionText("Disarmament Summit", "Discard your Nuclear Arms. If you keep any, you are lying."),
    statements.DECLARE: QuestionText(
        "Census of Notables", "Claim an Elite of at least a value that you choose: the highest claim gains Influence."
    ),
    statements.YIELD: QuestionText("You are named", "Choose what you do, or what you declare."),
    challenges.DOUBT: QuestionText("Who lies?", "You may challenge one claim. If you are wrong, you lose Influence."),
    strike.COUNTER: QuestionText("A strike", "Stop the strike with Nuclear Arms or an Early Warning, or let it pass."),
    strike.UNSEAL: QuestionText("Secret alliances", "You may open a secret alliance before the strike hits."),
    strike.SHELTER: QuestionText("Shelter", "The strike hits you: you may use a Fallout Drill."),
}
"""Texts of all questions except those that clients answer automatically."""
