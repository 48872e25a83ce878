-- Who says something in the audit says it in a role and from an address. Both stand beside the row and not in its hash: the
-- address is personal and goes when its time is over (`app/platform/audit-addresses-store.server.ts`), the row stays.
alter table audit_events add column roles text[] not null default '{}', add column address text;
create index audit_events_with_address on audit_events (at) where address is not null;

-- Append-only, save that an address may be taken away.
create function refuse_change_but_address() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.address is null and (to_jsonb(new) - 'address') = (to_jsonb(old) - 'address') then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = '23001';
end $$;
drop trigger audit_events_append_only on audit_events;
create trigger audit_events_append_only before update or delete on audit_events
  for each row execute function refuse_change_but_address();

-- As in 0650, with what one sender's request says: all of a transaction is said by one request, or by none.
create function append_audit(
  in_chain integer, moments timestamptz[], actors text[], actions text[], subjects text[], reasons text[], details text[],
  requests text[], said text[], in_roles text[], in_address text
) returns void language plpgsql as $$
declare
  before text;
  after text;
begin
  select hash into before from audit_head where id = in_chain for update;
  for n in 1 .. cardinality(said) loop
    after := rtrim(translate(encode(sha256(convert_to(before || said[n], 'UTF8')), 'base64'), '+/', '-_'), '=');
    insert into audit_events (at, actor, action, subject, reason, detail, request_id, previous_hash, hash, chain, roles, address)
    values (
      moments[n], actors[n], actions[n], subjects[n], reasons[n], details[n]::jsonb, requests[n], before, after, in_chain,
      -- The house, a bank or a supplier has neither, whoever's request made it say something.
      case when actors[n] like 'staff:%' then in_roles else '{}' end,
      case when actors[n] like 'staff:%' or actors[n] like 'user:%' or actors[n] in ('guest', 'customer') then in_address end);
    before := after;
  end loop;
  update audit_head set hash = before where id = in_chain;
end $$;
-- The function of before goes a release later: the version before writes with it until it is stopped.
