/* SPDX-License-Identifier: MIT
 * examples/token-ring.vic for Spin, at size N: spin -DN=6 token-ring.pml */
#ifndef N
#define N 6
#endif

mtype = { thinking, hungry, eating };

bool token[N];
byte eaters;

proctype Station(byte i) {
  mtype phase = thinking;
  do
  :: atomic { phase == thinking -> phase = hungry }
  :: atomic { phase == hungry && token[(i + N - 1) % N] ->
      token[(i + N - 1) % N] = false; phase = eating;
      eaters++; assert(eaters <= 1) }
  :: atomic { phase == eating ->
      token[i] = true; phase = thinking; eaters-- }
  od
}

init {
  byte i;
  atomic {
    do
    :: i < N - 1 -> i++
    :: token[i] = true; break
    od;
    i = 0;
    do
    :: i < N -> run Station(i); i++
    :: i == N -> break
    od
  }
}
