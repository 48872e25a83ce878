-- Assisted visas: the third kind of thing that is sold. Form, papers and link of a party are those of e-visas; what follows
-- the payment is a case for each traveller, with its appointment and the way of its passport.
insert into status_edges (machine, from_status, to_status)
  select 'assisted-visa-order', from_status, to_status from status_edges where machine = 'evisa-order';
create trigger orders_assisted_edges before update on orders for each row when (new.kind = 'assisted-visa') execute function refuse_undeclared_edge('assisted-visa-order');

alter table evisa_groups add column route text not null default 'evisa' check (route in ('evisa', 'assisted'));
alter table evisa_groups drop constraint evisa_groups_country_fkey;
alter table evisa_groups drop constraint evisa_groups_speed_check;
alter table evisa_groups add constraint evisa_groups_speed_check check (
  (route = 'evisa' and speed in ('standard', 'express')) or (route = 'assisted' and speed in ('check', 'full', 'vip'))
);

create table assisted_countries (
  code text primary key check (code ~ '^[A-Z]{2}$'),
  slug text not null unique,
  offer jsonb not null,
  version integer not null default 1,
  changed_at timestamptz not null
);

-- One traveller's case; it has the id of the application it came from.
create table assisted_cases (
  id text primary key references evisa_applications (id),
  order_id text not null references orders (id),
  status text not null default 'opened',
  version integer not null default 0,
  country text not null,
  package text not null check (package in ('check', 'full', 'vip')),
  place text not null,
  travels_on date not null,
  officer text references internal_users (user_id),
  -- Who looked through the file second.
  confirmed_by text references internal_users (user_id),
  appointment_at timestamptz,
  appointment_reference text,
  -- How often a booked slot was given up for another.
  reschedules integer not null default 0,
  biometrics_on date,
  lodged_reference text,
  outcome text check (outcome in ('granted', 'refused')),
  -- Sealed: what is printed on the sticker, as an officer read it.
  sticker text,
  tracking text,
  -- Fils; what the courier insures.
  insured bigint check (insured > 0),
  -- Where the passport is: the last line of its ledger, kept here for lists.
  passport text not null default 'with_applicant',
  passport_since timestamptz not null,
  seal text,
  withdrawal_asked_at timestamptz,
  reminded text,
  opened_at timestamptz not null,
  stage_since timestamptz not null,
  -- By when the stage should be over.
  due_at timestamptz not null,
  over_at timestamptz
);
create index assisted_cases_by_due on assisted_cases (due_at, id) where over_at is null;
create index assisted_cases_by_status on assisted_cases (status, due_at, id);
create index assisted_cases_by_opened on assisted_cases (opened_at desc, id);
create index assisted_cases_by_officer on assisted_cases (officer, status) where officer is not null;
create index assisted_cases_by_order on assisted_cases (order_id);
create index assisted_cases_by_passport on assisted_cases (passport) where passport not in ('with_applicant', 'returned');

insert into status_edges (machine, from_status, to_status) values
  ('assisted-visa', 'opened', 'file_ready'),
  ('assisted-visa', 'file_ready', 'appointment_searching'),
  ('assisted-visa', 'file_ready', 'delivered'),
  ('assisted-visa', 'appointment_searching', 'appointment_booked'),
  ('assisted-visa', 'appointment_booked', 'appointment_searching'),
  ('assisted-visa', 'appointment_booked', 'attended'),
  ('assisted-visa', 'appointment_booked', 'missed'),
  ('assisted-visa', 'missed', 'appointment_searching'),
  ('assisted-visa', 'attended', 'in_process'),
  ('assisted-visa', 'in_process', 'extra_requested'),
  ('assisted-visa', 'extra_requested', 'in_process'),
  ('assisted-visa', 'in_process', 'decision_received'),
  ('assisted-visa', 'decision_received', 'passport_with_us'),
  ('assisted-visa', 'decision_received', 'delivered'),
  ('assisted-visa', 'passport_with_us', 'dispatched'),
  ('assisted-visa', 'passport_with_us', 'delivered'),
  ('assisted-visa', 'dispatched', 'delivered'),
  ('assisted-visa', 'dispatched', 'passport_with_us'),
  ('assisted-visa', 'opened', 'withdrawn'),
  ('assisted-visa', 'file_ready', 'withdrawn'),
  ('assisted-visa', 'appointment_searching', 'withdrawn'),
  ('assisted-visa', 'appointment_booked', 'withdrawn'),
  ('assisted-visa', 'missed', 'withdrawn'),
  ('assisted-visa', 'attended', 'withdrawn'),
  ('assisted-visa', 'in_process', 'withdrawn'),
  ('assisted-visa', 'extra_requested', 'withdrawn');
create trigger assisted_cases_edges before update on assisted_cases for each row execute function refuse_undeclared_edge('assisted-visa');

create table assisted_events (
  case_id text not null references assisted_cases (id),
  version integer not null,
  event text not null,
  from_status text not null,
  to_status text not null,
  actor text not null,
  detail jsonb not null default '{}',
  at timestamptz not null,
  primary key (case_id, version)
);
create trigger assisted_events_append_only before update or delete on assisted_events for each row execute function refuse_change();

-- The hunt: every look at a centre's calendar, and the first free day it showed. The waits on our pages come from here.
create table assisted_attempts (
  id text primary key,
  case_id text not null references assisted_cases (id),
  country text not null,
  place text not null,
  outcome text not null check (outcome in ('nothing', 'seen', 'lost')),
  first_free date,
  by text not null references internal_users (user_id),
  at timestamptz not null,
  check ((outcome = 'nothing') = (first_free is null))
);
create index assisted_attempts_by_case on assisted_attempts (case_id, at);
create index assisted_attempts_by_place on assisted_attempts (country, place, at desc) where first_free is not null;
create trigger assisted_attempts_append_only before update or delete on assisted_attempts for each row execute function refuse_change();

-- Where each passport went: two identities in every line, and nothing is ever taken back.
create table passport_custody (
  case_id text not null references assisted_cases (id),
  number integer not null check (number > 0),
  from_place text not null,
  to_place text not null,
  given_by text not null,
  received_by text not null,
  recorded_by text not null,
  -- Shelf, bag or counter; how the passport looked; the number of the bag's seal.
  spot text not null default '',
  condition text not null check (condition in ('good', 'worn', 'damaged')),
  seal text,
  -- Sealed: receipt, document shown at the door, waybill.
  proof text,
  at timestamptz not null,
  primary key (case_id, number),
  check (given_by <> received_by),
  check (from_place <> to_place)
);
create trigger passport_custody_append_only before update or delete on passport_custody for each row execute function refuse_change();

-- Offered by one colleague, taken by the other: only then does it stand in the ledger.
create table passport_handovers (
  id text primary key,
  case_id text not null references assisted_cases (id),
  to_place text not null,
  given_by text not null references internal_users (user_id),
  asked_of text not null references internal_users (user_id),
  spot text not null default '',
  condition text not null check (condition in ('good', 'worn', 'damaged')),
  seal text,
  offered_at timestamptz not null,
  ended_at timestamptz,
  ended text check (ended in ('taken', 'declined', 'taken-back')),
  check (given_by <> asked_of),
  check ((ended is null) = (ended_at is null))
);
create unique index passport_handovers_open on passport_handovers (case_id) where ended is null;

-- What somebody found in the safe, and what the ledger said at that moment.
create table passport_counts (
  id text primary key,
  counted_by text not null references internal_users (user_id),
  found text[] not null,
  missing text[] not null,
  unexpected text[] not null,
  at timestamptz not null
);
create index passport_counts_by_time on passport_counts (at desc);
create trigger passport_counts_append_only before update or delete on passport_counts for each row execute function refuse_change();
