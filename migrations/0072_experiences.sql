-- The house's experiences. Words live beside them per language, so that staff can write one language without touching another.
create table experiences (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(id) <= 60),
  region text not null check (region in ('africa-middle-east', 'europe', 'usa-canada', 'australia-new-zealand', 'asia', 'latin-america')),
  country text not null check (country ~ '^[A-Z]{2}$'),
  city text not null check (city ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  -- IANA zone; start times, cut-off and cancellation are by the clocks there.
  zone text not null,
  categories text[] not null check (cardinality(categories) > 0),
  duration_minutes integer not null check (duration_minutes between 15 and 2880),
  start_times text[] not null check (cardinality(start_times) > 0),
  -- ISO weekdays (1 is Monday) and months of the year in which it runs.
  weekdays integer[] not null check (cardinality(weekdays) between 1 and 7),
  months integer[] not null check (cardinality(months) between 1 and 12),
  languages text[] not null check (cardinality(languages) > 0),
  instant boolean not null,
  -- Hours before the start until which cancelling is free; null: never.
  free_cancel_hours integer check (free_cancel_hours between 0 and 336),
  cut_off_hours integer not null check (cut_off_hours between 0 and 336),
  indoor boolean not null,
  wheelchair text not null check (wheelchair in ('no', 'partly', 'yes')),
  stroller boolean not null,
  private boolean not null,
  ladies_or_family_times boolean not null,
  capacity integer not null check (capacity between 1 and 500),
  -- Bands with their ages and the price of one person, VAT included, in minor units.
  age_bands jsonb not null check (jsonb_array_length(age_bands) > 0),
  pickup boolean not null,
  poster jsonb not null,
  -- Folded words of all languages, for the search box.
  search_words text not null,
  added_at timestamptz not null,
  withdrawn_at timestamptz
);

create table experience_texts (
  experience_id text not null references experiences (id) on delete cascade,
  language text not null check (language in ('en', 'ar', 'tl', 'es', 'pt')),
  title text not null,
  city text not null,
  tagline text not null,
  summary text not null,
  highlights text[] not null,
  plan jsonb not null,
  included text[] not null,
  not_included text[] not null,
  bring text[] not null,
  good_to_know text[] not null,
  meeting text not null,
  primary key (experience_id, language)
);
