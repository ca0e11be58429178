"""What a player of Ambition is asked, in words."""

from __future__ import annotations

from collections.abc import Mapping

from core.engine.question import AnyQuestion
from core.engine.text.prompts import Put
from core.games.ambition import alliances, challenges, claims, industry, intrigue, schemes, statements, strike, turn

PUT: Mapping[AnyQuestion, Put] = {
    turn.LAUNCH: Put("Roll or launch", "Roll the die, or launch a strike instead."),
    turn.SHIFT: Put("Wirehouse", "You may change the die by 1."),
    turn.DIPLOMACY: Put("Diplomacy", "Draw, claim, or propose an alliance, as the die allows."),
    alliances.ACCEPT: Put("A proposal", "Accept the alliance or refuse it."),
    claims.CHALLENGE: Put("Believe or challenge", "Challenge the claim? If it is a lie, you gain the declared value."),
    industry.INDUSTRY: Put("Industry", "You may put Industrial cards into play and use them."),
    intrigue.PLAY: Put("Intrigue", "Draw an Intrigue card, or play one from your hand."),
    intrigue.FREIGHT: Put("Freightline", "Choose which of the two cards goes under the deck."),
    intrigue.DRAWN: Put("The drawn card", "Keep the card, or play it now."),
    schemes.AIM: Put("Aim the card", "Choose a target for the card."),
    schemes.GIFT: Put("I Am Become Death", "Take 2 Influence, or give a player a token and gain 4."),
    schemes.DUEL: Put("Card Night", "Choose an Elite to reveal: the higher one gains 5, the lower one loses 3."),
    statements.DISARM: Put("Disarmament Summit", "Discard your Nuclear Arms. If you keep any, you are lying."),
    statements.DECLARE: Put("Census of Notables", "Claim an Elite of some value or more: the highest claim gains 5."),
    statements.YIELD: Put("You are named", "Choose what you do, or what you declare."),
    challenges.DOUBT: Put("Who lies?", "You may challenge one claim. If you are wrong, you lose 10."),
    strike.COUNTER: Put("A strike", "Stop the strike with Nuclear Arms or an Early Warning, or let it pass."),
    strike.UNSEAL: Put("Secret alliances", "You may open a secret alliance before the strike hits."),
    strike.SHELTER: Put("Shelter", "The strike hits you: you may use a Fallout Drill."),
}
"""Everything but what clients answer by themselves."""
