"""All Fours itself: the rules, judged in one place."""
