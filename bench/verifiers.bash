# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# What scripts that measure beside Spin and Rumur share: sourced, in a scratch
# folder, with `runs` and `vicinal` set.

# measure COMMAND...: sets cpu, wall, and peak (KiB).
measure() {
  local i now
  cpu=''
  for ((i = 0; i < runs; ++i)); do
    command time -f '%U %S %e %M' -o time "$@" >out 2>&1 || true
    now=$(awk 'END { print $1 + $2, $3, $4 }' time)
    if [[ -z $cpu ]] || awk "BEGIN { exit !(${now%% *} < $cpu) }"; then
      read -r cpu wall peak <<<"$now"
    fi
  done
}

peak_of() {
  command time -f %M -o time "$@" >out 2>&1 || true
  tail -n 1 time
}

# spin_verifier NAME DEFINITION FLAGS... < model
spin_verifier() {
  local name=$1 definition=$2
  shift 2
  cat >model.pml
  spin -a "-D$definition" model.pml >/dev/null
  gcc -O2 -DSAFETY -DNOREDUCE -DMEMLIM=16000 -w "$@" -o "$name" pan.c
}

rumur_verifier() {
  cat >model.m
  rumur --value-type int32_t --deadlock-detection off --symmetry-reduction off \
    --counterexample-trace off --threads 1 --output model.c model.m
  gcc -std=c11 -O3 -march=native -DNDEBUG -w -mcx16 -o "$1" model.c -lpthread
}

export_to() { "$vicinal" export --to "$1" "${@:2}"; }

# The least stack, of a few, that is deep enough for a verifier.
stack() {
  local depth
  for depth in 20000 200000 2000000 5000000 20000000; do
    "$1" -E -c0 -w22 "-m$depth" >out 2>&1 || true
    grep -q 'too small' out || break
  done
  echo "$depth"
}
