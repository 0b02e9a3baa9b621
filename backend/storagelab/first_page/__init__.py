"""What a page of the front end begins with: its first words, and the answers that its scripts would ask for first."""
