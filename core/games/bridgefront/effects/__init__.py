"""Effect language: every instruction a card can give, as a small declaration named by its verb."""
