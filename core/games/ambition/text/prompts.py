"""What a player of Ambition is asked, in words."""

from __future__ import annotations

from collections.abc import Mapping

from core.engine.question import AnyQuestion
from core.engine.text.prompts import Put
from core.games.ambition import alliances, challenges, claims, industry, intrigue, schemes, statements, strike, turn

PUT: Mapping[AnyQuestion, Put] = {
    turn.LAUNCH: Put("Roll or launch", "You must choose: roll the die, or launch a strike in its place."),
    turn.SHIFT: Put("Wirehouse", "You may change the die by 1."),
    turn.DIPLOMACY: Put("Diplomacy", "You must choose: draw, claim, or propose an alliance, as the die allows."),
    alliances.ACCEPT: Put("A proposal", "You must accept the alliance or refuse it."),
    claims.CHALLENGE: Put("Believe or challenge", "You may challenge the claim: a lie pays you what was declared."),
    industry.INDUSTRY: Put("Industry", "You may put Industrial cards into play and use them."),
    intrigue.PLAY: Put("Intrigue", "You must draw an Intrigue card, or play one of your hand."),
    intrigue.FREIGHT: Put("Freightline", "You must choose which of the two cards goes under the deck."),
    intrigue.DRAWN: Put("The drawn card", "You must choose: keep the card, or play it now."),
    schemes.AIM: Put("Aim the card", "You must choose what the card is aimed at."),
    schemes.GIFT: Put("I Am Become Death", "You must choose: 2 Influence, or a token for somebody and 4."),
    schemes.DUEL: Put("Card Night", "You must choose an Elite: the higher one gains 5, the lower one loses 3."),
    statements.DISARM: Put("Disarmament Summit", "You must discard your Nuclear Arms; what you keep is a lie."),
    statements.DECLARE: Put("Census of Notables", "You must declare the value of an Elite; the highest gains 5."),
    statements.YIELD: Put("You are named", "You must choose what you do, or what you say."),
    challenges.DOUBT: Put("Who lies?", "You may challenge one of them: whoever is wrong loses 10."),
    strike.COUNTER: Put("A strike", "You may stop the strike with Nuclear Arms or an Early Warning, or let it pass."),
    strike.UNSEAL: Put("Secret alliances", "You may open a secret alliance before the strike hits."),
    strike.SHELTER: Put("Shelter", "The strike hits you: you may use a Fallout Drill."),
}
"""Everything but what clients answer by themselves."""
