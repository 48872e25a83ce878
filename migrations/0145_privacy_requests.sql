-- What somebody asks about their own data: a copy, or to be forgotten. The row outlives the erasing, without its address.
create table privacy_requests (
  id text primary key,
  kind text not null check (kind in ('export', 'erase')),
  status text not null check (status in ('asked', 'waiting', 'ready', 'done', 'undone', 'refused')),
  version integer not null default 1,
  -- How it reached us: from an account, through staff for somebody without one, by a command on the server.
  came_by text not null check (came_by in ('account', 'staff', 'command')),
  user_id text references users (id),
  -- Sealed; the index finds an address without storing it.
  email text not null,
  email_index text not null,
  language text not null check (language in ('en', 'ar', 'tl', 'es', 'pt')),
  -- Of the mailed token, which is derived and never stored.
  token_hash text not null unique,
  recorded_by text references internal_users (user_id),
  -- Why it was refused: a key with words in the catalogue.
  reason text,
  asked_at timestamptz not null,
  -- By when it must be answered, whatever happens.
  due_at timestamptz not null,
  -- When erasing sets to work; until then it can be taken back.
  acts_at timestamptz,
  -- Name of the sealed copy among the files, and until when it can be fetched.
  file text,
  file_until timestamptz,
  closed_at timestamptz,
  check ((kind = 'erase') or (acts_at is null)),
  check ((file is null) = (file_until is null)),
  check ((status in ('done', 'undone', 'refused')) = (closed_at is not null)),
  check ((status = 'refused') = (reason is not null))
);
create index privacy_requests_by_due on privacy_requests (status, due_at);
create index privacy_requests_by_user on privacy_requests (user_id, asked_at desc) where user_id is not null;
-- One of a kind at a time: whoever presses twice has asked once.
create unique index privacy_requests_one_open on privacy_requests (kind, email_index) where status in ('asked', 'waiting');

insert into status_edges (machine, from_status, to_status) values
  ('privacy-request', 'asked', 'waiting'),
  ('privacy-request', 'asked', 'refused'),
  ('privacy-request', 'waiting', 'ready'),
  ('privacy-request', 'waiting', 'done'),
  ('privacy-request', 'waiting', 'undone'),
  ('privacy-request', 'waiting', 'refused'),
  ('privacy-request', 'ready', 'done');
create trigger privacy_requests_edges before update on privacy_requests
  for each row execute function refuse_undeclared_edge('privacy-request');

-- Append-only, save that erasing a person may blank the columns named in the arguments, and only inside its own transaction.
create function refuse_change_but_erasing() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('rihla.erasing', true) = 'on' and (to_jsonb(new) - tg_argv) = (to_jsonb(old) - tg_argv) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = '23001';
end $$;
drop trigger inquiry_events_append_only on inquiry_events;
create trigger inquiry_events_append_only before update or delete on inquiry_events
  for each row execute function refuse_change_but_erasing('words');
drop trigger order_notes_append_only on order_notes;
create trigger order_notes_append_only before update or delete on order_notes
  for each row execute function refuse_change_but_erasing('words');
drop trigger order_events_append_only on order_events;
create trigger order_events_append_only before update or delete on order_events
  for each row execute function refuse_change_but_erasing('reason');
