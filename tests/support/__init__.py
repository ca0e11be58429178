"""What tests share: tables, players, guests, sample games."""
