-- Advice calls: who takes them and when, what was asked, and the quarter hours that are given away.
create table consultation_officers (
  officer_id text primary key references users (id),
  languages text[] not null,
  topics text[] not null,
  -- Off while somebody should get no new calls.
  takes boolean not null default true,
  changed_at timestamptz not null
);
create table consultation_hours (
  officer_id text not null references consultation_officers (officer_id),
  -- 0 is Monday.
  weekday integer not null check (weekday between 0 and 6),
  -- On the clock of the office, 'HH:MM'.
  from_clock text not null check (from_clock ~ '^[0-2][0-9]:[0-5][0-9]$'),
  until_clock text not null check (until_clock ~ '^[0-2][0-9]:[0-5][0-9]$'),
  primary key (officer_id, weekday, from_clock),
  check (until_clock > from_clock)
);
create table consultation_blocks (
  id text primary key,
  -- Null closes the whole office.
  officer_id text references consultation_officers (officer_id),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text not null check (reason in ('holiday', 'leave', 'ill', 'busy')),
  check (ends_at > starts_at)
);
create index consultation_blocks_by_end on consultation_blocks (ends_at);

create table consultations (
  id text primary key,
  reference text not null unique,
  topic text not null check (topic in ('which-visa', 'e-visa', 'assisted-visa', 'refused', 'holiday')),
  channel text not null check (channel in ('phone', 'whatsapp')),
  -- Spoken on the call; the mails are in the other one.
  call_language text not null,
  language text not null,
  -- The visitor's IANA zone.
  zone text not null,
  status text not null check (status in ('requested', 'scheduled', 'in_progress', 'completed', 'no_show', 'cancelled')),
  version integer not null default 1,
  -- Sealed: name, e-mail and phone as one text.
  contact text not null,
  email_index text not null,
  -- Sealed: what it is about, in their own words.
  words text not null,
  country text,
  user_id text references users (id),
  officer_id text references consultation_officers (officer_id),
  starts_at timestamptz,
  ends_at timestamptz,
  times_moved integer not null default 0,
  checklist text[] not null default '{}',
  outcome text check (outcome in ('advised', 'to-apply', 'to-quote', 'not-possible')),
  next_step text check (next_step in ('apply-evisa', 'apply-assisted', 'inquiry', 'nothing')),
  -- Sealed: what we agreed, as it was mailed.
  summary text,
  -- The inquiry that it came from, and the one it led to.
  from_inquiry text,
  to_inquiry text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check ((starts_at is null) = (ends_at is null)),
  check (status not in ('scheduled', 'in_progress', 'completed', 'no_show') or (starts_at is not null and officer_id is not null)),
  check ((status = 'completed') = (outcome is not null and next_step is not null))
);
create index consultations_by_start on consultations (status, starts_at);
create index consultations_by_email on consultations (email_index, created_at);
create index consultations_by_officer on consultations (officer_id, starts_at);

insert into status_edges (machine, from_status, to_status) values
  ('consultation', 'requested', 'scheduled'),
  ('consultation', 'no_show', 'scheduled'),
  ('consultation', 'scheduled', 'requested'),
  ('consultation', 'scheduled', 'in_progress'),
  ('consultation', 'in_progress', 'completed'),
  ('consultation', 'scheduled', 'no_show'),
  ('consultation', 'in_progress', 'no_show'),
  ('consultation', 'requested', 'cancelled'),
  ('consultation', 'scheduled', 'cancelled'),
  ('consultation', 'no_show', 'cancelled');
create trigger consultations_edges before update on consultations for each row execute function refuse_undeclared_edge('consultation');

-- A call takes the quarter hours it lasts and those of the pause after it: two calls can never hold the same one.
create table consultation_claims (
  officer_id text not null references consultation_officers (officer_id),
  tick timestamptz not null,
  consultation_id text not null references consultations (id) on delete cascade,
  primary key (officer_id, tick)
);
create index consultation_claims_by_call on consultation_claims (consultation_id);

create table consultation_events (
  consultation_id text not null references consultations (id) on delete cascade,
  version integer not null,
  event text not null check (
    event in ('asked', 'schedule', 'reschedule', 'release', 'start', 'complete', 'miss', 'cancel', 'assign', 'note', 'check')
  ),
  actor text not null,
  reason text,
  -- Sealed.
  words text,
  -- The time that was agreed by it.
  starts_at timestamptz,
  at timestamptz not null,
  primary key (consultation_id, version)
);

create table consultation_mails (
  message_id text primary key,
  consultation_id text not null references consultations (id) on delete cascade,
  sent_at timestamptz not null
);
