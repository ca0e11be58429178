"""Hidden information: piles, hands, contracts, shared decks, and their audits."""
