-- The end of one chain of the audit grows by what a transaction says, in one question instead of three: the head is locked
-- no longer than until the commit that travels with it. The arrays are of one length, in the order in which it was said;
-- `said` is what a row's hash is made of, as `app/platform/audit.server.ts` writes it.
create function append_audit(
  in_chain integer, moments timestamptz[], actors text[], actions text[], subjects text[], reasons text[], details text[],
  requests text[], said text[]
) returns void language plpgsql as $$
declare
  before text;
  after text;
begin
  select hash into before from audit_head where id = in_chain for update;
  for n in 1 .. cardinality(said) loop
    after := rtrim(translate(encode(sha256(convert_to(before || said[n], 'UTF8')), 'base64'), '+/', '-_'), '=');
    insert into audit_events (at, actor, action, subject, reason, detail, request_id, previous_hash, hash, chain)
    values (moments[n], actors[n], actions[n], subjects[n], reasons[n], details[n]::jsonb, requests[n], before, after, in_chain);
    before := after;
  end loop;
  update audit_head set hash = before where id = in_chain;
end $$;
