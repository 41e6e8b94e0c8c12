-- SPDX-License-Identifier: MIT
-- examples/controller.vic with one class and a scalarset, which exports do not
-- have.
const N : COUNT;
type
  Id : scalarset(N);
  Phase : enum { quiet, asking, granted, working, releasing };
var
  phase : array [Id] of Phase;
  busy : boolean;

startstate
begin
  for i : Id do phase[i] := quiet; end;
  busy := false;
end;

ruleset i : Id do
  rule "ask" phase[i] = quiet & !busy ==> begin phase[i] := asking; end;
  rule "grant" phase[i] = asking & !busy ==>
  begin phase[i] := granted; busy := true; end;
  rule "work" phase[i] = granted ==> begin phase[i] := working; end;
  rule "finish" phase[i] = working ==> begin phase[i] := releasing; end;
  rule "free" phase[i] = releasing ==>
  begin phase[i] := quiet; busy := false; end;
end;

invariant "one_served" forall i : Id do forall j : Id do
  i = j | !((phase[i] = granted | phase[i] = working | phase[i] = releasing)
    & (phase[j] = granted | phase[j] = working | phase[j] = releasing)) end end;
