"""The effect language: every instruction of a card as a small declaration named by its verb."""
