/* What ygosim shows to a function of yours, and how it calls it.
 *
 * One signature serves all: ygo_function.  A view holds what the player who is asked may
 * know, and nothing else: docs/embedding.md says how functions are given to ygosim, what is
 * promised about this layout, and what may be done in which thread.
 *
 * "Yours" and index 0 of a pair are the player who is asked; index 1 is the opponent.
 */
#ifndef YGOSIM_H
#define YGOSIM_H

#include <stddef.h>
#include <stdint.h>

#include "ygosim_enums.h"

#define YGO_VIEW_VERSION 1
#define YGO_MAX_HAND 128    /* a player's main and extra deck have at most 120 cards */
#define YGO_MAX_OPTIONS 512 /* today at most 501: two for each of 128 cards in hand, two for
                               each of 8 monster zones, 225 uses of effects, and 4; the core
                               asserts it */
#define YGO_NONE (-1)       /* no place, no index; any number of Normal Summons */
#define YGO_FAILED (-1)     /* what a function returns that could not answer */

/* The name of a PyCapsule that holds a ygo_function; its context becomes `data`. */
#define YGO_CAPSULE_NAME "int32_t (const ygo_view *, void *)"

/* All counts, indices and codes are signed: differences come out right in every language.
 *
 * A card as the player sees it.  Where no card is, all is 0.  Of a card whose face is hidden
 * only `position` and `marks` are known, the rest is 0: test `type`, since a card may have
 * no passcode. */
typedef struct ygo_card {
    int64_t monster_type; /* YGO_MONSTER_TYPE_... */
    uint32_t passcode;    /* as printed */
    int32_t type;         /* YGO_CARD_TYPE_... */
    int32_t atk;          /* current in a monster zone, printed in a hand; "?" is 0 */
    int32_t def_;         /* likewise */
    int16_t attribute;    /* YGO_ATTRIBUTE_... */
    int8_t level;         /* Level, Rank or Link Rating */
    int8_t tributes;      /* that a Normal Summon takes */
    int8_t position;      /* YGO_POSITION_...; never 0 where a card is */
    int8_t spare;         /* 0 */
    int16_t marks;        /* YGO_MARK_... */
} ygo_card;

/* One thing that may be done now. */
typedef struct ygo_option {
    uint32_t passcode; /* of the card that it is about; 0: none, or hidden */
    int16_t index;     /* into hand, monsters[side] or spell_traps[side]; YGO_NONE: no card */
    int8_t kind;       /* YGO_MOVE_KIND_... */
    int8_t side;       /* whose card or zone: 0 yours, 1 the opponent's */
    int8_t place;      /* YGO_PLACE_HAND, _MONSTER_ZONE, _SPELL_TRAP_ZONE; YGO_NONE: no card */
    int8_t tributes;   /* of a Normal Summon or Set: how many it takes; of YGO_MOVE_KIND_ACTIVATE
                          and _SPECIAL_SUMMON: the effect's number on the card; of
                          _CHOOSE_OPTION and the like: which option */
    int8_t spare[2];   /* 0 */
} ygo_option;

typedef struct ygo_view {
    uint32_t version;            /* YGO_VIEW_VERSION of the ygosim that calls */
    uint32_t size;               /* bytes of its ygo_view */
    int32_t random[2];           /* 31 uniform bits each, new at each decision of a policy;
                                    they depend on seed, duel and deck alone */
    int32_t lp[2];               /* life points */
    int32_t decisions;           /* asked in the duel, of both; 0 while it goes on: it would tell
                                    of the opponent's hand, as single options are not asked */
    int32_t turn;                /* from 1 */
    int32_t option_count;        /* 0 when the player is not asked */
    int8_t player;               /* 0: you had the first turn; 1: the second */
    int8_t your_turn;            /* 1: you are the turn player */
    int8_t phase;                /* YGO_PHASE_... */
    int8_t decision;             /* YGO_DECISION_KIND_... that you are asked, or _NONE */
    int8_t result;               /* YGO_RESULT_... */
    int8_t end_cause;            /* YGO_END_CAUSE_... */
    int8_t opened_by;            /* YGO_MOVE_KIND_... that this choice belongs to, or _NONE */
    int8_t about_place;          /* where its card is: the summoned card, the attacker */
    int16_t about_index;         /* index there; YGO_NONE: the choice is about no card */
    int16_t needed;              /* cards still to be chosen, this one included */
    int16_t normal_summons_left; /* of the turn player; YGO_NONE: any number */
    int16_t deck_count[2];
    int16_t hand_count[2];
    int16_t graveyard_count[2];
    int16_t banished_count[2];
    int16_t extra_count[2];
    int16_t monsters_used[2];    /* bit i: monsters[side][i] is there */
    int16_t spell_traps_used[2]; /* likewise */
    int8_t spare[2];             /* 0 */
    ygo_card monsters[2][8];     /* zones 0-4; 5, 6: extra monster zones; 7: always empty */
    ygo_card spell_traps[2][8];  /* zones 0-4; 5: field zone; 6, 7: pendulum zones */
    ygo_card hand[YGO_MAX_HAND]; /* yours; only hand_count[0] entries mean anything */
    ygo_option options[YGO_MAX_OPTIONS]; /* only option_count entries mean anything */
} ygo_view;

/* Yours: a predicate returns 1 or 0, a policy the index of an option; both YGO_FAILED when
 * they could not answer, which ends the run.  Called from any thread, from several at once,
 * and without the GIL.  `data` is what came with the function, or NULL. */
typedef int32_t (*ygo_function)(const ygo_view *view, void *data);

/* Whether a view has all that this header describes: later versions only append. */
static inline int ygo_view_is_known(const ygo_view *view) {
    return view->version >= YGO_VIEW_VERSION && view->size >= sizeof(ygo_view);
}

/* The layout is the same for every compiler and language, or this does not compile. */
#if defined(__cplusplus)
#define YGO_LAYOUT(condition) static_assert(condition, #condition)
#else
#define YGO_LAYOUT(condition) _Static_assert(condition, #condition)
#endif
YGO_LAYOUT(sizeof(ygo_card) == 32);
YGO_LAYOUT(offsetof(ygo_card, attribute) == 24);
YGO_LAYOUT(offsetof(ygo_card, position) == 28);
YGO_LAYOUT(sizeof(ygo_option) == 12);
YGO_LAYOUT(offsetof(ygo_option, kind) == 6);
YGO_LAYOUT(offsetof(ygo_view, lp) == 16);
YGO_LAYOUT(offsetof(ygo_view, player) == 36);
YGO_LAYOUT(offsetof(ygo_view, deck_count) == 50);
YGO_LAYOUT(offsetof(ygo_view, monsters) == 80);
YGO_LAYOUT(offsetof(ygo_view, spell_traps) == 592);
YGO_LAYOUT(offsetof(ygo_view, hand) == 1104);
YGO_LAYOUT(offsetof(ygo_view, options) == 5200);
YGO_LAYOUT(sizeof(ygo_view) == 11344);
#undef YGO_LAYOUT

#endif
