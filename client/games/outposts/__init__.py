"""Table of Outposts: the dry seabed."""
