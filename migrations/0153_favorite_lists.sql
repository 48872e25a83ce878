-- Favourites gathered under a name. A shared list is opened by a link that holds its id and a key made from the number:
-- a new number ends every link before it.
create table favorite_lists (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  shared boolean not null default false,
  share_number integer not null default 0,
  created_at timestamptz not null,
  -- Kept for a day, so that deleting can be undone.
  deleted_at timestamptz
);
create index favorite_lists_by_user on favorite_lists (user_id, created_at);

create table favorite_list_things (
  list_id text not null references favorite_lists (id) on delete cascade,
  user_id text not null,
  kind text not null,
  thing text not null,
  added_at timestamptz not null,
  primary key (list_id, kind, thing),
  foreign key (user_id, kind, thing) references favorites (user_id, kind, thing) on delete cascade
);

-- Somebody who wants to hear when a flight they keep costs no more than an amount.
create table price_alerts (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  -- Route and dates, as favourites name them.
  thing text not null check (length(thing) between 1 and 60),
  -- Minor units of AED, for one adult.
  below bigint not null check (below > 0),
  language text not null,
  -- The price that was mailed last; null while it is above.
  told bigint,
  told_on date,
  stopped_at timestamptz,
  created_at timestamptz not null,
  unique (user_id, thing)
);

-- What a watched flight cost on a day; nothing about who watches. Null: no flights were found.
create table flight_price_days (
  thing text not null,
  day date not null,
  lowest bigint,
  primary key (thing, day)
);
