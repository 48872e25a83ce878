-- The house's stays. Words live beside them per language, so that staff can write one language without touching another.
create table staycations (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(id) <= 60),
  country text not null check (country in ('AE', 'OM', 'SA')),
  area text not null check (area ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  -- IANA zone; check-in and cancellation are by the clocks there.
  zone text not null,
  stars integer not null check (stars between 1 and 5),
  kind text not null check (kind in ('beach', 'desert', 'mountain', 'city', 'island', 'heritage')),
  -- The first one is in the price of the rooms.
  boards text[] not null check (cardinality(boards) > 0),
  pool boolean not null,
  beach boolean not null,
  kids_club boolean not null,
  pets boolean not null,
  spa boolean not null,
  -- For one grown-up; null: none is sold.
  day_pass_amount bigint check (day_pass_amount > 0),
  resident_offer boolean not null,
  check_in text not null check (check_in ~ '^[0-2][0-9]:[0-5][0-9]$'),
  check_out text not null check (check_out ~ '^[0-2][0-9]:[0-5][0-9]$'),
  -- Days before the day of arrival; null: never free.
  free_cancel_days integer check (free_cancel_days between 0 and 60),
  rating double precision,
  price_currency text not null check (price_currency = 'AED'),
  poster jsonb not null,
  -- Folded words of all languages, for the search box.
  search_words text not null,
  added_at timestamptz not null,
  withdrawn_at timestamptz
);

create table staycation_rooms (
  staycation_id text not null references staycations (id) on delete cascade,
  position integer not null,
  key text not null check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  -- Places for grown-ups, and further places for children.
  adults integer not null check (adults between 1 and 12),
  children integer not null check (children between 0 and 12),
  size_m2 integer not null check (size_m2 between 8 and 1000),
  -- The lowest price of one night, fees and VAT included.
  from_amount bigint not null check (from_amount > 0),
  primary key (staycation_id, key)
);

create table staycation_texts (
  staycation_id text not null references staycations (id) on delete cascade,
  language text not null check (language in ('en', 'ar', 'tl', 'es', 'pt')),
  title text not null,
  area text not null,
  tagline text not null,
  summary text not null,
  highlights text[] not null,
  -- Name and text by key of a room.
  rooms jsonb not null,
  facilities text[] not null,
  nearby text[] not null,
  good_to_know text[] not null,
  primary key (staycation_id, language)
);
