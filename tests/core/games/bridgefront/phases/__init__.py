"""Tests of the phases of a round of Bridgefront."""
