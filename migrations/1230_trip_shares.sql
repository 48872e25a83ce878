-- A trip that its owner shows to somebody by a link, to be read only. The link itself is kept nowhere, only its sum.
create table trip_shares (
  id text primary key,
  user_id text not null references users (id),
  -- Whom it is for, as the owner calls them.
  name text not null,
  token_hash text not null unique,
  -- The orders that it shows; what is bought later is not shown by it.
  order_ids text[] not null check (cardinality(order_ids) between 1 and 20),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  opened_at timestamptz,
  withdrawn_at timestamptz
);
create index trip_shares_by_user on trip_shares (user_id, created_at);
create index trip_shares_over on trip_shares (least(expires_at, coalesce(withdrawn_at, expires_at)));
