-- What of an experience an order books: beside its row in `bookings`, which carries state, start and ladder.
create table experience_bookings (
  order_id text primary key references orders (id),
  experience_id text not null,
  option_key text not null,
  date date not null,
  start text not null check (start ~ '^[0-2][0-9]:[0-5][0-9]$'),
  -- Persons by age band.
  party jsonb not null,
  slot_percent integer not null default 100,
  -- Sealed: where to pick up, and what the guide should know.
  note text not null default '',
  -- Asked of the operator at, and to be answered by; then it is declined by itself.
  asked_at timestamptz,
  answer_by timestamptz,
  -- Another start of the same option, offered instead at the same price.
  offered_date date,
  offered_start text check (offered_start ~ '^[0-2][0-9]:[0-5][0-9]$'),
  check ((offered_date is null) = (offered_start is null))
);
create index experience_bookings_by_start on experience_bookings (experience_id, date, start);
create index experience_bookings_unanswered on experience_bookings (answer_by) where answer_by is not null;
