-- What a customer keeps with us: profile, ways to be reached, flight preferences, travellers with their papers, favourites.
-- Text columns marked sealed are encrypted one by one (AES-256-GCM, bound to table, column and row).
create table customer_profiles (
  user_id text primary key references users (id) on delete cascade,
  -- Sealed.
  identity text,
  contact text,
  flight_preferences text,
  changed_at timestamptz not null
);

create table travellers (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  title text not null check (title in ('', 'MR', 'MRS', 'MS', 'MISS', 'MSTR')),
  -- Sealed.
  surname text not null,
  given_names text not null,
  native_name text not null,
  birth_date text not null,
  nationalities text not null,
  residence text not null,
  needs text not null,
  single_name boolean not null,
  -- The grown-up of the same book who answers for a minor.
  guardian_id text references travellers (id) on delete set null,
  -- When the customer said that this grown-up agrees to being kept here.
  agreed_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index travellers_by_user on travellers (user_id, created_at);

create table traveller_documents (
  id text primary key,
  traveller_id text not null references travellers (id) on delete cascade,
  kind text not null check (kind in ('passport', 'residence-permit', 'visa')),
  -- Sealed.
  number text not null,
  issued_by text not null,
  expires_on text not null
);
create index traveller_documents_by_traveller on traveller_documents (traveller_id);

create table traveller_flyer_numbers (
  id text primary key,
  traveller_id text not null references travellers (id) on delete cascade,
  airline text not null check (airline ~ '^[A-Z0-9]{2}$'),
  -- Sealed.
  number text not null
);
create index traveller_flyer_numbers_by_traveller on traveller_flyer_numbers (traveller_id);

create table favorites (
  user_id text not null references users (id) on delete cascade,
  kind text not null check (kind in ('flight', 'tour', 'experience', 'stay')),
  -- The id of the thing; for a flight its route and dates, DXB-LHR-2027-03-09-2027-03-16.
  thing text not null check (length(thing) between 1 and 120),
  -- What it was called when it was kept, for the day it is no longer sold.
  title text not null check (length(title) between 1 and 160),
  kept_at timestamptz not null,
  primary key (user_id, kind, thing)
);
