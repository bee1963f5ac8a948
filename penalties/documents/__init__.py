"""What this app prints: the booklet of the code, a ruling's slip, a match's penalty report."""
