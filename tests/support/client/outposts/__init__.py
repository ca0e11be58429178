"""Players at the table of Outposts."""
