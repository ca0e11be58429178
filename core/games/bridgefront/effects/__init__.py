"""The effect language: every instruction that a card can give, as a small declaration named by its verb."""
