"""What a tournament is: results, standings, pairings and the entries that decide them."""
