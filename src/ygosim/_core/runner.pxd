"""Playing many duels without Python: a run of duels into an array of results."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

# How one duel of a run ended.  Decks, not players: deck 0 may go second.
ctypedef struct result_t:
    uint64_t digest        # hash of the final state, its generator and both counts
    int32_t lp[2]          # final life points by deck
    uint32_t decisions     # taken by both
    uint16_t turns         # played
    uint8_t winner         # deck 0 or 1, WINNER_DRAW, PLAYER_NONE when aborted
    uint8_t first          # deck that went first
    uint8_t end_cause      # END_CAUSE_…
    uint8_t spare[7]       # 0
