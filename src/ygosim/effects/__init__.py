"""What effects are, and how a card's text becomes a program (docs/vm.md)."""
