"""The programs of a template as a whole: whether they are sound, and what they look at."""

from ygosim._core.layout cimport DuelTemplate

# 0 if the template's effects and programs are whole: operands in range, jumps inside their
# program, nothing that changes the duel in a check, nothing that asks in a reaction.  Else
# 1 + the number of the instruction that is not, or -1 - that of the effect.
cdef int programs_verify(const DuelTemplate* template_) noexcept nogil

# What the continuous effects look at of what changes by itself or by a draw: WATCHED_….  When the
# rest of it changes they need not be looked at again.  Precondition: the programs are whole.
cdef unsigned effects_watch(const DuelTemplate* template_) noexcept nogil
