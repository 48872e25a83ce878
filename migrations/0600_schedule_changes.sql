-- What an airline changed after the tickets were written, once for each of its messages and contract.
create table schedule_changes (
  id text primary key,
  -- The source that said it, and the name of its message: the same one twice is one.
  source text not null,
  notice text not null,
  order_id text not null references flight_orders (order_id),
  contract integer not null,
  status text not null check (status in ('held', 'open', 'accepted', 'rebooked', 'refunded', 'superseded', 'ended')),
  severity text not null check (severity in ('minor', 'major')),
  kinds text[] not null,
  -- The flights of before and those of now; none for a cancelled one.
  was jsonb not null,
  slices jsonb,
  seats_lost integer[] not null default '{}',
  broken jsonb not null default '[]',
  refundable boolean not null,
  acceptable boolean not null,
  departs_at timestamptz not null,
  said_at timestamptz not null,
  received_at timestamptz not null,
  -- From here on the traveller knows, and until here they may answer.
  told_at timestamptz,
  answer_by timestamptz,
  overdue_at timestamptz,
  answer text check (answer in ('accept', 'instead')),
  answered_by text,
  answered_at timestamptz,
  reason text,
  settled_at timestamptz,
  unique (source, notice),
  check (slices is not null or not acceptable)
);
create unique index schedule_changes_one_living on schedule_changes (order_id, contract) where status in ('held', 'open');
create index schedule_changes_by_deadline on schedule_changes (answer_by, id) where status in ('held', 'open');

-- A flight of the house that does not fly as its timetable says: what is told to everybody who holds a ticket on it.
create table flight_disruptions (
  id text primary key,
  flight text not null,
  from_airport text not null,
  -- The local date of the departure that was sold.
  departs_on date not null,
  kind text not null check (kind in ('moved', 'renumbered', 'aircraft', 'cancelled')),
  -- Local times at either airport, YYYY-MM-DDTHH:MM.
  departs_local text,
  arrives_local text,
  new_flight text,
  aircraft text,
  aircraft_name text,
  seats_lost boolean not null default false,
  held_back boolean not null default false,
  reason text not null,
  stop_id text references stop_sales (id),
  begun_by text not null,
  begun_at timestamptz not null,
  check (kind <> 'moved' or (departs_local is not null and arrives_local is not null)),
  check (kind <> 'renumbered' or new_flight is not null),
  check (kind <> 'aircraft' or aircraft is not null)
);
create index flight_disruptions_by_time on flight_disruptions (begun_at desc, id);

-- A stop may name one flight: EK332.
alter table stop_sales add column flight text;

-- An exchange that answers a change of schedule, and the flights of it on which chosen seats are lost.
alter table flight_changes add column schedule text references schedule_changes (id);
alter table flight_changes add column seats_lost integer[] not null default '{}';

insert into status_edges (machine, from_status, to_status) values
  ('schedule-change', 'held', 'open'),
  ('schedule-change', 'open', 'accepted'),
  ('schedule-change', 'open', 'rebooked'),
  ('schedule-change', 'open', 'refunded'),
  ('schedule-change', 'held', 'superseded'),
  ('schedule-change', 'open', 'superseded'),
  ('schedule-change', 'held', 'ended'),
  ('schedule-change', 'open', 'ended'),
  ('flight-order', 'ticketed', 'schedule_change_pending'),
  ('flight-order', 'schedule_change_pending', 'change_pending'),
  ('flight-order', 'schedule_change_pending', 'cancel_quoted'),
  ('flight-order', 'schedule_change_pending', 'ticketed'),
  ('flight-order', 'change_pending', 'schedule_change_pending'),
  ('flight-order', 'stuck', 'schedule_change_pending');
create trigger schedule_changes_edges before update on schedule_changes for each row execute function refuse_undeclared_edge('schedule-change');
