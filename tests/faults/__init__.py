"""The fault campaign: a whole lab on one machine, broken on purpose, judged by parts that know nothing of it."""
