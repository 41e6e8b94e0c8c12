-- test
--   rumur --value-type int32_t --deadlock-detection off --symmetry-reduction off \
--     --output FILE.c FILE

const
  idle: 0;
  init_v: 1;

var
  p_at: 0..2;                           -- p.at
  e: 0..1;                              -- e
  a_0: -1..1;                           -- a[0]
  a_1: -1..1;                           -- a[1]

ruleset choice_0: 0..2 do
startstate
begin
  assume choice_0 != 1;
  p_at := choice_0;
  e := init_v;
  a_0 := 0;
  a_1 := 1;
end;
end;

rule "p.turn(k = 1)"
  (e != idle) & (0 < ((0 < p_at) ? (2 / p_at) : 0)) & (!((e != idle) & (p_at = 0))) & (!((e != idle) & (0 < ((0 < p_at) ? (2 / p_at) : 0)) & (!((e != idle) & (p_at = 0)))))
==>
var flag_0: boolean;
begin
  flag_0 := false;
  e := idle;
  flag_0 := 2 < (p_at + 1);
  if !flag_0 then
    p_at := p_at + 1;
  end;
  if flag_0 then
    error "no model error: p.turn(k = 1)";
  end;
end;

rule "p.turn(k = 2)"
  (e != idle) & (0 < ((0 < p_at) ? (2 / p_at) : 0)) & (!((e != idle) & (p_at = 0)))
==>
var flag_0: boolean;
begin
  flag_0 := false;
  e := idle;
  flag_0 := 2 < (p_at + 2);
  if !flag_0 then
    p_at := p_at + 2;
  end;
  if flag_0 then
    error "no model error: p.turn(k = 2)";
  end;
end;

rule "set"
  (((p_at = 0) ? a_0 : a_1) < 1) & (1 >= p_at)
==>
var flag_0: boolean;
var tmp_0: 0..1;
var tmp_1: 0..2;
begin
  flag_0 := false;
  flag_0 := (1 < p_at) | (1 < (((p_at = 0) ? a_0 : a_1) + 1));
  if !flag_0 then
    tmp_0 := ((p_at = 0) ? 0 : 1);
    tmp_1 := ((p_at = 0) ? a_0 : a_1) + 1;
    if tmp_0 = 0 then
      a_0 := tmp_1;
    end;
    if tmp_0 = 1 then
      a_1 := tmp_1;
    end;
  end;
  if flag_0 then
    error "no model error: set";
  end;
end;

invariant "low" p_at < 2;
invariant "live" ((e != idle) & (0 < ((0 < p_at) ? (2 / p_at) : 0)) & (!((e != idle) & (p_at = 0))) & (!((e != idle) & (0 < ((0 < p_at) ? (2 / p_at) : 0)) & (!((e != idle) & (p_at = 0)))))) | ((e != idle) & (0 < ((0 < p_at) ? (2 / p_at) : 0)) & (!((e != idle) & (p_at = 0)))) | ((((p_at = 0) ? a_0 : a_1) < 1) & (1 >= p_at));
invariant "no model error: guards" !(((e != idle) & (p_at = 0)) | (1 < p_at));
