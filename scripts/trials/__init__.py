"""Long trials, which are run only occasionally."""
