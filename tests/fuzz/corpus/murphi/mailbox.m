-- A sender puts records into a box of two places, a receiver takes them out.
-- A sequence bit tells a new one from the last.
--
-- expect: explore => exit 0; in_order=proved; no model error=proved
-- expect: check => exit 0
const
  Places : 2;

type
  Place : 0 .. Places - 1;
  Bit : 0 .. 1;
  Letter : record
    bit : Bit;
    urgent : boolean;
  end;

var
  box : array [Place] of Letter;
  full : 0 .. Places;
  sent, got : Bit;

procedure put_in(bit : Bit; urgent : boolean);
begin
  box[full].bit := bit;
  box[full].urgent := urgent;
  full := full + 1;
end;

procedure take_out(var letter : Letter);
begin
  letter := box[0];
  for i : Place do
    if i < Places - 1 & i + 1 < full then
      box[i] := box[i + 1];
    end;
  end;
  full := full - 1;
  undefine box[full];
end;

startstate "empty"
begin
  undefine box;
  full := 0;
  sent := 0;
  got := 0;
end;

ruleset urgent : boolean do
  rule "send" full < Places ==>
  begin
    sent := 1 - sent;
    put_in(sent, urgent);
  end;
end;

rule "receive" full > 0 ==>
var
  letter : Letter;
begin
  take_out(letter);
  assert letter.bit != got "no letter comes twice";
  got := letter.bit;
end;

invariant "in order"
  full > 0 -> box[0].bit != got;

cover "both places are used" full = Places;
liveness "it is empty again" full = 0;
