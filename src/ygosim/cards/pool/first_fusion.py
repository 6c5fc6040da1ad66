"""Fusion and Ritual Summons of the first pool, by the current text of their cards."""

from __future__ import annotations

from dataclasses import replace

from ygosim.cards.pool.building import (
    MY_FUSIONS,
    MY_MONSTERS,
    activation,
    and_shuffle,
    fusion_summon,
    is_equal,
    material,
    ritual_summon,
)
from ygosim.effects.model import (
    CHOSEN,
    REMEMBERED,
    THIS,
    Can,
    CardDefinition,
    Cards,
    Choose,
    Effect,
    FactOf,
    Kept,
    Remember,
    Reveal,
    Send,
    Sharing,
    SpecialSummon,
    Who,
)
from ygosim.enums import Comparison, EffectKind, Fact, Place, Reason, Recipe

__all__ = ["FUSION_CARDS"]

_SUMMONABLE_FUSIONS = replace(MY_FUSIONS, can=Can.CAN_BE_SUMMONED)
_POLYMERIZATION = Cards(
    where=(Place.DECK,), whose=Who.ME, named="Polymerization", can=Can.CAN_GO_TO_HAND
)

FUSION_CARDS = (
    CardDefinition(
        passcode=24094653,
        name="Polymerization",
        effects=(activation(operation=fusion_summon()),),
    ),
    CardDefinition(
        passcode=23995346,
        name="Blue-Eyes Ultimate Dragon",
        materials=(material("Blue-Eyes White Dragon", count=3),),
    ),
    CardDefinition(
        passcode=11901678,
        name="Black Skull Dragon",
        materials=(material("Summoned Skull"), material("Red-Eyes Black Dragon")),
    ),
    CardDefinition(
        passcode=79109599,
        name="King of the Swamp",
        substitute=True,
        effects=(
            Effect(
                kind=EffectKind.IGNITION,
                optional=True,
                where=(Place.HAND,),
                # It is discarded to the GY, not just discarded (EFF-2).
                requires=is_equal(FactOf(THIS, Fact.GOES_TO_GRAVEYARD), 1),
                cost=(Send(THIS, Place.GRAVEYARD, Reason.COST_DISCARD),),
                operation=and_shuffle(
                    Choose(_POLYMERIZATION), Send(CHOSEN, Place.HAND), Reveal(CHOSEN)
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=46411259,
        name="Metamorphosis",
        effects=(
            activation(
                # RULING: the Level that it had before the Tribute counts, whatever its card says in
                # the GY (seen in the independent engine, which asks for it as the cost is paid).
                cost=(
                    Choose(
                        Sharing(
                            replace(
                                MY_MONSTERS,
                                can=Can.CAN_BE_TRIBUTED | Can.LEAVES_EXTRA_DECK_ZONE,
                            ),
                            Fact.LEVEL,
                            _SUMMONABLE_FUSIONS,
                        )
                    ),
                    Remember(FactOf(CHOSEN, Fact.LEVEL)),
                    Send(CHOSEN, Place.GRAVEYARD, Reason.COST_TRIBUTE),
                ),
                operation=(
                    Choose(Kept(_SUMMONABLE_FUSIONS, Fact.LEVEL, Comparison.EQUAL, REMEMBERED)),
                    SpecialSummon(CHOSEN),
                ),
            ),
        ),
    ),
    CardDefinition(
        passcode=55761792,
        name="Black Luster Ritual",
        effects=(
            activation(operation=ritual_summon("Black Luster Soldier", Recipe.RITUAL_OR_MORE, 8)),
        ),
    ),
    CardDefinition(
        passcode=41426869,
        name="Black Illusion Ritual",
        effects=(activation(operation=ritual_summon("Relinquished", Recipe.RITUAL_OR_MORE, 1)),),
    ),
)
