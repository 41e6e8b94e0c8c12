/* test
 *   spin -a FILE; gcc -O2 -DSAFETY -DNOREDUCE -o pan pan.c; ./pan
 * Spin stores 1 state more than are reachable: the one before the
 * initial state is chosen. It counts 4 transitions more: the choices,
 * and the beginning. A step that is a model error leads back to where
 * it was. With -DSTATES_ONLY (of spin) no property is judged. */

#define idle 0
#define init_v 1

unsigned p_at : 2 = 0;                  /* p.at */
bit e = init_v;                         /* e */
short a_0 = 0;                          /* a[0] */
short a_1 = 1;                          /* a[1] */

hidden int tmp_0;
hidden int tmp_1;
hidden byte flag_0;
hidden int was_0;
#ifndef STATES_ONLY
hidden byte holds_low, defined_low;
hidden byte holds_live, defined_live;
hidden byte no_model_error, no_error_in_guards;
#endif

init {
start:
  atomic {
    skip;
    if :: p_at = 0 :: p_at = 1 :: p_at = 2 fi;
    if
    :: p_at != 1 -> skip
    :: else -> d_step { p_at = 0; } goto start
    fi;
#ifndef STATES_ONLY
    d_step {
      /* low */
      holds_low = p_at < 2;
      assert(holds_low);
      /* live */
      holds_live = ((e != idle) && (0 < ((0 < p_at) -> (2 / p_at) : 0)) && (!((e != idle) && (p_at == 0))) && (!((e != idle) && (0 < ((0 < p_at) -> (2 / p_at) : 0)) && (!((e != idle) && (p_at == 0)))))) || ((e != idle) && (0 < ((0 < p_at) -> (2 / p_at) : 0)) && (!((e != idle) && (p_at == 0)))) || ((((p_at == 0) -> a_0 : a_1) < 1) && (1 >= p_at));
      assert(holds_live);
      no_error_in_guards = !(((e != idle) && (p_at == 0)) || (1 < p_at));
      assert(no_error_in_guards);
    }
#endif
  }
  do
#ifndef STATES_ONLY
  :: atomic {
    if
#endif
    :: d_step { /* p.turn(k = 1) */
        (e != idle) && (0 < ((0 < p_at) -> (2 / p_at) : 0)) && (!((e != idle) && (p_at == 0))) && (!((e != idle) && (0 < ((0 < p_at) -> (2 / p_at) : 0)) && (!((e != idle) && (p_at == 0))))) ->
        was_0 = e;
        flag_0 = false;
        e = idle;
        flag_0 = 2 < (p_at + 1);
        if
        :: !flag_0 ->
          p_at = p_at + 1;
        :: else
        fi;
        if
        :: flag_0 ->
          e = was_0;
#ifndef STATES_ONLY
          no_model_error = !flag_0;
          assert(no_model_error)
#else
          skip
#endif
        :: else
        fi
      }
    :: d_step { /* p.turn(k = 2) */
        (e != idle) && (0 < ((0 < p_at) -> (2 / p_at) : 0)) && (!((e != idle) && (p_at == 0))) ->
        was_0 = e;
        flag_0 = false;
        e = idle;
        flag_0 = 2 < (p_at + 2);
        if
        :: !flag_0 ->
          p_at = p_at + 2;
        :: else
        fi;
        if
        :: flag_0 ->
          e = was_0;
#ifndef STATES_ONLY
          no_model_error = !flag_0;
          assert(no_model_error)
#else
          skip
#endif
        :: else
        fi
      }
    :: d_step { /* set */
        (((p_at == 0) -> a_0 : a_1) < 1) && (1 >= p_at) ->
        flag_0 = false;
        flag_0 = (1 < p_at) || (1 < (((p_at == 0) -> a_0 : a_1) + 1));
        if
        :: !flag_0 ->
          tmp_0 = ((p_at == 0) -> 0 : 1);
          tmp_1 = ((p_at == 0) -> a_0 : a_1) + 1;
          if
          :: tmp_0 == 0 ->
            a_0 = tmp_1;
          :: else
          fi;
          if
          :: tmp_0 == 1 ->
            a_1 = tmp_1;
          :: else
          fi;
        :: else
        fi;
        if
        :: flag_0 ->
#ifndef STATES_ONLY
          no_model_error = !flag_0;
          assert(no_model_error)
#else
          skip
#endif
        :: else
        fi
      }
#ifndef STATES_ONLY
    fi;
    d_step {
      /* low */
      holds_low = p_at < 2;
      assert(holds_low);
      /* live */
      holds_live = ((e != idle) && (0 < ((0 < p_at) -> (2 / p_at) : 0)) && (!((e != idle) && (p_at == 0))) && (!((e != idle) && (0 < ((0 < p_at) -> (2 / p_at) : 0)) && (!((e != idle) && (p_at == 0)))))) || ((e != idle) && (0 < ((0 < p_at) -> (2 / p_at) : 0)) && (!((e != idle) && (p_at == 0)))) || ((((p_at == 0) -> a_0 : a_1) < 1) && (1 >= p_at));
      assert(holds_live);
      no_error_in_guards = !(((e != idle) && (p_at == 0)) || (1 < p_at));
      assert(no_error_in_guards);
    }
    }
#endif
  od
}
