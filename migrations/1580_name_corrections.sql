-- A name on a ticketed order that is to be written otherwise: asked for by its traveller or begun by a colleague, judged by the
-- rule of the airlines, done by writing the documents anew, or refused with a reason.
create table name_corrections (
  id text primary key,
  order_id text not null references flight_orders (order_id),
  traveller integer not null check (traveller >= 0),
  status text not null check (status in ('asked', 'offered', 'writing', 'done', 'refused', 'withdrawn', 'ended')),
  -- Sealed: the name as it stood and as it is to stand.
  was text not null,
  wanted text not null,
  kind text not null check (kind in ('title', 'order', 'spelling', 'completed', 'family-name')),
  letters integer not null check (letters >= 0),
  -- A paper that shows who it is is looked at first.
  paper boolean not null,
  -- What its airlines take for it all together, minor units; null while one of them has not said.
  fee bigint check (fee >= 0),
  currency text not null,
  -- Contracts whose tickets were written anew for it, and those whose airline had it before there were tickets.
  written integer[] not null default '{}',
  told integer[] not null default '{}',
  -- Who looked at it.
  document_seen_by text,
  asked_by text not null,
  asked_at timestamptz not null,
  offered_by text,
  offered_at timestamptz,
  -- Until when its traveller may agree to the fee.
  offer_ends_at timestamptz,
  agreed_by text,
  agreed_at timestamptz,
  settled_by text,
  settled_at timestamptz,
  -- Of a refusal: what its traveller reads.
  reason text,
  -- Why the airline did not do it the last time.
  why text,
  check ((offered_at is null) = (offered_by is null) and (offered_at is null) = (offer_ends_at is null)),
  check ((agreed_at is null) = (agreed_by is null)),
  check (status <> 'refused' or reason is not null),
  check (status <> 'offered' or offer_ends_at is not null)
);
create unique index name_corrections_one_open on name_corrections (order_id, traveller) where status in ('asked', 'offered', 'writing');
create index name_corrections_by_order on name_corrections (order_id, asked_at);
create index name_corrections_open on name_corrections (order_id) where status in ('asked', 'offered', 'writing');
insert into status_edges (machine, from_status, to_status) values
  ('name-correction', 'asked', 'offered'),
  ('name-correction', 'asked', 'done'),
  ('name-correction', 'asked', 'writing'),
  ('name-correction', 'asked', 'refused'),
  ('name-correction', 'asked', 'withdrawn'),
  ('name-correction', 'asked', 'ended'),
  ('name-correction', 'offered', 'asked'),
  ('name-correction', 'offered', 'writing'),
  ('name-correction', 'offered', 'refused'),
  ('name-correction', 'offered', 'withdrawn'),
  ('name-correction', 'offered', 'ended'),
  ('name-correction', 'writing', 'done'),
  ('name-correction', 'writing', 'asked'),
  ('name-correction', 'writing', 'offered'),
  ('flight-order', 'ticketed', 'change_pending');
create trigger name_corrections_edges before update on name_corrections for each row execute function refuse_undeclared_edge('name-correction');
-- A name that is told to whoever holds flights without tickets.
alter table flight_attempts drop constraint flight_attempts_action_check;
alter table flight_attempts add constraint flight_attempts_action_check check (action in ('hold', 'keep', 'name', 'ticket', 'cancel', 'void', 'exchange'));
-- An exchange that leaves the flights as they are and writes one name anew.
alter table flight_changes add column correction text references name_corrections (id);
create index flight_changes_by_correction on flight_changes (correction) where correction is not null;
