"""What people decide about runs that are over, and what follows of it: marked invalid, put into the trash."""
