"""Many matches: who meets whom on which seats, played and stored one by one, and what their results come to."""
