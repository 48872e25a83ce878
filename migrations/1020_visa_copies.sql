-- Printed visas of a party that paid the courier for them: due once everybody is decided, then with the courier.
create table evisa_copies (
  group_id text primary key references evisa_groups (id) on delete cascade,
  due_at timestamptz not null,
  -- Null while they wait for the courier, also after they came back.
  sent_at timestamptz,
  sent_by text references internal_users (user_id),
  waybill text,
  sends integer not null default 0,
  constraint waybill_of_what_was_sent check (waybill is null or sent_at is not null)
);
