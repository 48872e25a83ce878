-- The proof of consent is kept; an address that never gave any has none to keep, and may be forgotten with its record.
create function refuse_change_after_consent() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select 1 from newsletter_events where reader_id = old.reader_id and event = 'confirmed') then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = '23001';
end $$;
drop trigger newsletter_events_append_only on newsletter_events;
create trigger newsletter_events_append_only before update or delete on newsletter_events
  for each row execute function refuse_change_after_consent();
create index newsletter_readers_waiting on newsletter_readers (changed_at) where status <> 'reading';

-- The nightly sweep looks for what ended long ago.
create index sessions_by_end on sessions (expires_at);
