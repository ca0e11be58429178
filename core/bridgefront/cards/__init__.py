"""The cards, one module for each deck, as they are printed."""
