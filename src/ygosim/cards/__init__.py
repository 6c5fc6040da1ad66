"""Cards as data: facts, decks, lists, and their file formats.  Never imports the core."""
