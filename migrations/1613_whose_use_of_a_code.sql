-- By what somebody is known who used a code, keyed: the mailbox that their address leads to and their telephone. Uses of before
-- have neither, and count by the address as it was written.
alter table promo_claims add column mailbox_index text, add column phone_index text;

-- A use is given back once, and erasing a person takes these two away.
create or replace function refuse_claim_change() returns trigger language plpgsql as $$
declare
  marks constant text[] := array['mailbox_index', 'phone_index'];
begin
  if tg_op = 'UPDATE' and current_setting('rihla.erasing', true) = 'on' and (to_jsonb(new) - marks) = (to_jsonb(old) - marks) then
    return new;
  end if;
  if tg_op = 'DELETE' or old.dropped_at is not null or new.dropped_at is null
    or (to_jsonb(new) - 'dropped_at') is distinct from (to_jsonb(old) - 'dropped_at') then
    raise exception 'a use of a code is only ever given back';
  end if;
  return new;
end $$;
