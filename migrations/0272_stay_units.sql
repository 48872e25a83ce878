-- Named rooms: a stay is sold in this very one, so that two guests never meet in it.
create table stay_units (
  key text primary key,
  staycation_id text not null references staycations (id) deferrable initially deferred,
  room_key text not null,
  name text not null,
  out_of_use boolean not null default false,
  unique (staycation_id, room_key, name)
);

-- How a room can be had: with which meals, until when it can be given back, what is paid now.
create table stay_plans (
  staycation_id text not null references staycations (id) deferrable initially deferred,
  key text not null check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  position integer not null,
  board text not null check (board in ('room', 'breakfast', 'half-board')),
  -- Of the room's price.
  percent integer not null check (percent between 50 and 400),
  -- Days before the arrival until which it costs nothing to cancel; null: never.
  refundable_days integer check (refundable_days between 0 and 60),
  -- Paid now; the rest before the arrival. 100: all of it.
  deposit_percent integer not null default 100 check (deposit_percent between 10 and 100),
  active boolean not null default true,
  primary key (staycation_id, key)
);

-- Nights that differ from the season: closed, dearer, only for longer stays, no arrival. What is not here is as usual.
create table stay_nights (
  staycation_id text not null references staycations (id) deferrable initially deferred,
  room_key text not null,
  night date not null,
  percent integer check (percent between 50 and 400),
  stopped boolean not null default false,
  min_stay integer check (min_stay between 1 and 30),
  closed_to_arrival boolean not null default false,
  changed_by text not null,
  changed_at timestamptz not null,
  primary key (staycation_id, room_key, night)
);
