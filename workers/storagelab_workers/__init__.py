"""The part that touches machines: it drives runs on tested servers in short steps and keeps what they print."""
