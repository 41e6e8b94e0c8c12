-- A lease that clients take in turn: the owner may hand it to whoever asks, and
-- gives it back when it is done. However many clients there are, one has it.
--
-- expect: explore => exit 0; states=8; mutex=proved; no model error=proved
-- expect: prove => exit 0; mutex=proved; asked=proved; no model error=proved
const
  Clients : 2;

type
  Client : scalarset(Clients);
  Phase : enum { idle, waiting, working };

var
  phase : array [Client] of Phase;
  owner : Client;      -- undefined while nobody has the lease

function is_free() : boolean;
begin
  return isundefined(owner);
end;

procedure release();
begin
  undefine owner;
end;

startstate "nobody"
begin
  for c : Client do
    phase[c] := idle;
  end;
end;

ruleset c : Client do
  rule "ask" phase[c] = idle ==>
  begin
    phase[c] := waiting;
  end;

  rule "take" phase[c] = waiting & is_free() ==>
  begin
    owner := c;
    phase[c] := working;
  end;

  rule "done" phase[c] = working ==>
  begin
    assert owner = c "the owner works";
    phase[c] := idle;
    release();
  end;

  -- Without going back to idle, to one who waits.
  ruleset d : Client do
    rule "hand over" phase[c] = working & phase[d] = waiting ==>
    begin
      phase[c] := idle;
      phase[d] := working;
      owner := d;
    end;
  end;
end;

invariant "mutex"
  forall c : Client do forall d : Client do
    phase[c] = working & phase[d] = working -> c = d
  end end;

ruleset c : Client do
  invariant "asked" phase[c] = working -> !isundefined(owner);
end;
