"""What a player of Bridgefront is asked, in words."""

from __future__ import annotations

from collections.abc import Mapping

from core.engine.question import AnyQuestion
from core.engine.text.prompts import Put
from core.games.bridgefront import action_phase, battle, card_choices, collection, market, reset, setup

PUT: Mapping[AnyQuestion, Put] = {
    setup.FACTION: Put("Faction", "Choose your faction."),
    setup.CAPITALS: Put("Capital", "Choose a place for your Capital."),
    setup.CAPITAL: Put("Capital", "Choose a place for your Capital."),
    setup.BRIDGES: Put("Starting Bridges", "Place your two starting Bridges."),
    setup.FREE_CARD: Put("Free card", "Choose your free card."),
    reset.STUDY: Put("Quiet Study", "You may exchange cards."),
    market.BID: Put("Archive bid", "Bid for this card: Buy or Pass."),
    market.ROW_BIDS: Put("Archive bids", "Bid for each card of the row."),
    action_phase.ACTION: Put("Your action", "Choose a card or a basic action."),
    card_choices.CARDS: Put("Your cards", "Choose cards from your hand."),
    card_choices.LAY: Put("On top of the pile", "Choose a card to put on top of your draw pile."),
    card_choices.SCRY: Put("Your draw pile", "Choose what goes on top of your draw pile. The rest goes to the bottom."),
    card_choices.SCOUT: Put("Scout Report", "Choose one of these cards to keep. The others are discarded."),
    card_choices.OFFER: Put("Offer", "Choose one of these cards."),
    battle.HITS: Put("Your hits", "Choose where your hits go."),
    collection.COLLECT: Put("Collection", "Choose what your Mines and Forges give."),
    collection.PICKS: Put("Your picks", "Choose from the cards on offer."),
}
"""Everything but what clients answer by themselves."""
