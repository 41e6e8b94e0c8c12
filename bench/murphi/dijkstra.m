-- SPDX-License-Identifier: MIT
-- examples/dijkstra.vic with a scalarset, which exports do not have.
const N : COUNT;
type
  Id : scalarset(N);
  Phase : enum { idle, trying, taking, claiming, critical };
var
  phase : array [Id] of Phase;
  turn : Id;

ruleset t : Id do
  startstate
  begin
    for i : Id do phase[i] := idle; end;
    turn := t;
  end;
end;

ruleset i : Id do
  rule "want" phase[i] = idle ==> begin phase[i] := trying; end;
  ruleset q : Id do
    rule "see" phase[i] = trying & q != i & turn = q & phase[q] = idle
      ==> begin phase[i] := taking; end;
  end;
  rule "take" phase[i] = taking ==>
  begin turn := i; phase[i] := trying; end;
  rule "claim" phase[i] = trying & turn = i ==>
  begin phase[i] := claiming; end;
  rule "retreat" phase[i] = claiming & exists q : Id do
      q != i & (phase[q] = claiming | phase[q] = critical) end ==>
  begin phase[i] := trying; end;
  rule "enter" phase[i] = claiming & forall q : Id do
      q = i | (phase[q] != claiming & phase[q] != critical) end ==>
  begin phase[i] := critical; end;
  rule "leave" phase[i] = critical ==> begin phase[i] := idle; end;
end;

invariant "mutex" forall i : Id do forall j : Id do
  i = j | !(phase[i] = critical & phase[j] = critical) end end;
