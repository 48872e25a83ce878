-- Departures as the desk owns them. A day of the rule without a row is open with the tour's own group size and price.
create table tour_departures (
  tour_id text not null,
  sets_off date not null,
  capacity integer not null check (capacity between 0 and 200),
  -- Per person sharing, fils; null: by the season.
  price_amount bigint check (price_amount > 0),
  stopped_at timestamptz,
  guaranteed_at timestamptz,
  cancelled_at timestamptz,
  version integer not null default 1,
  changed_at timestamptz not null,
  primary key (tour_id, sets_off)
);

-- A booking that is being filled in, sealed as one text; removed after a month.
create table holiday_drafts (
  id text primary key,
  secret_hash text not null,
  user_id text references users (id) on delete cascade,
  tour_id text not null,
  personal text not null,
  order_id text references orders (id),
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  expires_at timestamptz not null
);
create index holiday_drafts_by_expiry on holiday_drafts (expires_at);

-- What was booked of a tour, beside the shared booking.
create table holiday_bookings (
  order_id text primary key references orders (id),
  tour_id text not null,
  sets_off date not null,
  returns date not null,
  -- Rooms by kind, ages of children, codes of extras: {"rooms": {...}, "childAges": [...], "extras": [...]}
  trip jsonb not null
);
create index holiday_bookings_by_departure on holiday_bookings (tour_id, sets_off);

-- Who waits for places of a full departure.
create table tour_waitlist (
  id text primary key,
  tour_id text not null,
  sets_off date not null,
  places integer not null check (places between 1 and 12),
  -- Sealed.
  email text not null,
  email_index text not null,
  language text not null,
  created_at timestamptz not null,
  told_at timestamptz,
  unique (tour_id, sets_off, email_index)
);
create index tour_waitlist_open on tour_waitlist (tour_id, sets_off, created_at) where told_at is null;
