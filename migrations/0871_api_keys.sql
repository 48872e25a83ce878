-- Keys with which programs of partners read what is on sale. Of a key only its hash is stored; it is shown once.
create table api_keys (
  id text primary key,
  name text not null check (length(name) between 3 and 60),
  -- SHA-256 of the key.
  hash text not null unique,
  -- Its last four characters, by which its owner tells it from others.
  last_four text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  -- The last day on which it opens anything, in Dubai.
  ends_on date not null,
  made_by text not null,
  made_at timestamptz not null,
  revoked_by text,
  revoked_at timestamptz,
  -- To the minute.
  used_at timestamptz,
  check ((revoked_at is null) = (revoked_by is null))
);
-- A form that is sent twice makes one key.
create unique index api_keys_one_name on api_keys (lower(name)) where revoked_at is null;
