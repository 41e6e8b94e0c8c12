/* SPDX-License-Identifier: MIT
 * examples/philosophers.vic for Spin, at size N: spin -DN=6 philosophers.pml */
#ifndef N
#define N 6
#endif

mtype = { thinking, reaching, eating, sated, leaving };

bool fork[N];  /* taken? */
bool both[N];  /* has both forks */

proctype Philosopher(byte i) {
  mtype phase = thinking;
  do
  :: atomic { phase == thinking && !fork[(i + 1) % N] ->
      fork[(i + 1) % N] = true; phase = reaching }
  :: atomic { phase == reaching && !fork[i] ->
      fork[i] = true; phase = eating; both[i] = true;
      assert(!both[(i + 1) % N] && !both[(i + N - 1) % N]) }
  :: atomic { phase == eating -> phase = sated }
  :: atomic { phase == sated ->
      fork[(i + 1) % N] = false; phase = leaving; both[i] = false }
  :: atomic { phase == leaving -> fork[i] = false; phase = thinking }
  od
}

init {
  byte i;
  atomic {
    do
    :: i < N -> run Philosopher(i); i++
    :: i == N -> break
    od
  }
}
