"""The compiled core.  Imports nothing of ygosim but itself."""
