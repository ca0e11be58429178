"""The questions to a player of Bridgefront, in words."""

from __future__ import annotations

from collections.abc import Mapping

from core.engine.question import AnyQuestion
from core.engine.text.prompts import QuestionText
from core.games.bridgefront import card_choices
from core.games.bridgefront.combat import battle
from core.games.bridgefront.phases import action_choice, collection, market, reset, setup

PROMPTS: Mapping[AnyQuestion, QuestionText] = {
    setup.FACTION: QuestionText("Faction", "Choose your faction."),
    setup.CAPITALS: QuestionText("Capital", "Choose a place for your Capital."),
    setup.CAPITAL: QuestionText("Capital", "Choose a place for your Capital."),
    setup.BRIDGES: QuestionText("Starting Bridges", "Place your two starting Bridges."),
    setup.FREE_CARD: QuestionText("Free card", "Choose your free card."),
    reset.STUDY: QuestionText("Quiet Study", "You may exchange cards."),
    market.BID: QuestionText("Archive bid", "Bid for this card: Buy or Pass."),
    market.ROW_BIDS: QuestionText("Archive bids", "Bid for each card of the row."),
    action_choice.ACTION: QuestionText("Your action", "Choose a card or a basic action."),
    card_choices.CARDS: QuestionText("Your cards", "Choose cards from your hand."),
    card_choices.LAY: QuestionText("On top of the pile", "Choose a card to put on top of your draw pile."),
    card_choices.SCRY: QuestionText(
        "Your draw pile", "Choose what goes on top of your draw pile. The rest goes to the bottom."
    ),
    card_choices.SCOUT: QuestionText("Scout Report", "Choose one of these cards to keep. The others are discarded."),
    card_choices.OFFER: QuestionText("Offer", "Choose one of these cards."),
    battle.HITS: QuestionText("Your hits", "Choose where your hits go."),
    collection.COLLECT: QuestionText("Collection", "Choose what your Mines and Forges give."),
    collection.PICKS: QuestionText("Your picks", "Choose from the cards on offer."),
}
"""The text of every question except those that clients answer automatically."""
