"""What a player of Bridgefront is asked, in words."""

from __future__ import annotations

from collections.abc import Mapping

from core.engine.question import AnyQuestion
from core.engine.text.prompts import Put
from core.games.bridgefront import action_phase, battle, card_choices, collection, market, reset, setup

PUT: Mapping[AnyQuestion, Put] = {
    setup.FACTION: Put("Faction", "You must choose a faction."),
    setup.CAPITALS: Put("Capital", "You must choose where your Capital stands."),
    setup.CAPITAL: Put("Capital", "You must choose where your Capital stands."),
    setup.BRIDGES: Put("Starting Bridges", "You must place two starting Bridges."),
    setup.FREE_CARD: Put("Free card", "You must choose your free card."),
    reset.STUDY: Put("Quiet Study", "You may exchange a card."),
    market.BID: Put("Archive bid", "You must bid for this card: Buy or Pass."),
    market.ROW_BIDS: Put("Archive bids", "You must bid for each card of the row."),
    action_phase.ACTION: Put("Your action", "You must choose a card or a basic action."),
    card_choices.CARDS: Put("Your cards", "You must choose cards of your hand."),
    card_choices.LAY: Put("On top of the pile", "Choose a card to lay on top of your draw pile."),
    card_choices.SCRY: Put("Your draw pile", "Choose what goes on top of your pile. The rest goes underneath."),
    card_choices.SCOUT: Put("Scout Report", "You must keep one of these cards; the others are discarded."),
    card_choices.OFFER: Put("Offer", "You must choose one of these cards."),
    battle.HITS: Put("Your hits", "You must choose where your hits go."),
    collection.COLLECT: Put("Collection", "You must choose what your Mines and Forges give."),
    collection.PICKS: Put("Your picks", "You must choose from what is offered to you."),
}
"""Everything but what clients answer by themselves."""
