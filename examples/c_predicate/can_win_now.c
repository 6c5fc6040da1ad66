/* A predicate and a policy in C.  Nothing but the header is needed:
 *
 *     cc -O2 -shared -fPIC -I "$(python -c 'import ygosim; print(ygosim.get_include())')" \
 *         can_win_now.c -o can_win_now.so
 */
#include "ygosim.h"

/* Whether your monsters, unopposed, would bring the opponent's life points to 0. */
int32_t can_win_now(const ygo_view *view, void *data) {
    int32_t damage = 0;
    (void)data;
    if (!ygo_view_is_known(view))
        return YGO_FAILED;
    if (view->monsters_used[1])
        return 0;
    for (int zone = 0; zone < 8; ++zone)
        if (view->monsters[0][zone].position == YGO_POSITION_FACE_UP_ATTACK)
            damage += view->monsters[0][zone].atk;
    return damage >= view->lp[1];
}

/* An option of the first kind in a list that any option has; `data` is the list, ended by 0. */
int32_t prefer(const ygo_view *view, void *data) {
    if (!ygo_view_is_known(view) || data == NULL)
        return YGO_FAILED;
    for (const int32_t *kind = data; *kind; ++kind)
        for (int32_t i = 0; i < view->option_count; ++i)
            if (view->options[i].kind == *kind)
                return i;
    return 0;
}
