"""Workers: drive runs on tested servers in short steps and store their output."""
