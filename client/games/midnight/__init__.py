"""Table of Midnight: nations as lands around a clock, and the fronts between them."""
