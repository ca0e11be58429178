"""What teaches a game, whatever game it is: a coach, lessons as data, the match in which they are told."""
