-- The house's tours. Words live beside them per language, so that staff can write one language without touching another.
create table tours (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(id) <= 60),
  region text not null check (region in ('africa-middle-east', 'europe', 'usa-canada', 'australia-new-zealand', 'asia', 'latin-america')),
  countries text[] not null check (cardinality(countries) > 0),
  days integer not null check (days between 1 and 60),
  nights integer not null check (nights between 0 and 60),
  styles text[] not null,
  group_kind text not null check (group_kind in ('small-group', 'private')),
  group_size integer not null check (group_size between 1 and 60),
  min_age integer not null check (min_age between 0 and 21),
  -- ISO weekday (1 is Monday) and months of the year: the rule that departures are reckoned from.
  departure_weekday integer not null check (departure_weekday between 1 and 7),
  departure_months integer[] not null check (cardinality(departure_months) between 1 and 12),
  -- One per day: letters of B, L, D.
  meals text[] not null,
  stars integer not null check (stars between 1 and 5),
  -- Per person sharing a double room, VAT included.
  price_amount bigint not null check (price_amount > 0),
  price_currency text not null check (price_currency = 'AED'),
  single_supplement_amount bigint not null check (single_supplement_amount >= 0),
  deposit_percent integer not null check (deposit_percent between 0 and 100),
  transport text[] not null,
  poster jsonb not null,
  is_top boolean not null default false,
  is_popular boolean not null default false,
  -- Folded words of all languages, for the search box.
  search_words text not null,
  added_at timestamptz not null,
  withdrawn_at timestamptz,
  check (cardinality(meals) = days)
);

create table tour_stops (
  tour_id text not null references tours (id) on delete cascade,
  position integer not null,
  key text not null check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  nights integer not null check (nights between 0 and 60),
  primary key (tour_id, position)
);

create table tour_texts (
  tour_id text not null references tours (id) on delete cascade,
  language text not null check (language in ('en', 'ar', 'tl', 'es', 'pt')),
  title text not null,
  tagline text not null,
  summary text not null,
  highlights text[] not null,
  days jsonb not null,
  included text[] not null,
  not_included text[] not null,
  good_to_know text[] not null,
  -- Name by key of a stop.
  places jsonb not null,
  primary key (tour_id, language)
);
