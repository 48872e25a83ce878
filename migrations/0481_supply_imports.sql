-- Tables of starts, departures or rates that were uploaded: looked over first, and then written whole or not at all.
create table supply_imports (
  id text primary key,
  kind text not null check (kind in ('sessions', 'departures', 'room-rates')),
  -- The experience, tour or stay that it is of.
  subject text not null,
  -- SHA-256 of the file: what was written once is not written again.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  file_name text not null,
  -- The rows as they were read, each with its faults.
  rows jsonb not null,
  made_by text not null,
  made_at timestamptz not null,
  applied_by text,
  applied_at timestamptz,
  check ((applied_by is null) = (applied_at is null))
);
create unique index supply_imports_once on supply_imports (kind, subject, hash) where applied_at is not null;
create index supply_imports_of on supply_imports (kind, subject, made_at);
