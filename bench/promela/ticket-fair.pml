/* SPDX-License-Identifier: MIT */
/* Tickets that go round, as ../models/ticket-fair.vic. */
#ifndef N
#define N 4
#endif
#define idle 0
#define waiting 1
#define inside 2
byte next, serving;
byte phase[N], ticket[N];

active [N] proctype P() {
  do
  :: atomic { phase[_pid] == idle ->
       ticket[_pid] = next; next = (next + 1) % N; phase[_pid] = waiting }
  :: atomic { phase[_pid] == waiting && serving == ticket[_pid] ->
       phase[_pid] = inside }
  :: atomic { phase[_pid] == inside ->
       serving = (serving + 1) % N; ticket[_pid] = 0; phase[_pid] = idle }
  od
}

ltl served { [] (phase[0] == waiting -> <> (phase[0] == inside)) }
