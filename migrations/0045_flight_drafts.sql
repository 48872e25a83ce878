-- Bookings not yet placed. Found by the hash of a cookie's secret; what is personal is one sealed text.
create table flight_drafts (
  id text primary key,
  secret_hash text not null unique,
  user_id text references users (id) on delete cascade,
  version integer not null default 1 check (version > 0),
  booking jsonb not null,
  checked_bags jsonb not null default '{}',
  personal text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null
);
create index flight_drafts_by_expiry on flight_drafts (expires_at);
create index flight_drafts_by_user on flight_drafts (user_id, updated_at) where user_id is not null;
