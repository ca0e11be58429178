"""The lesson of Outposts."""
