-- What the last test of each connection to the outside came to. `answered_at` stays when a later test fails.
create table connection_tests (
  service text primary key check (service in ('payments', 'supplier', 'mail', 'rates', 'location', 'google')),
  tested_at timestamptz not null,
  tested_by text not null,
  outcome text not null check (outcome in ('answered', 'refused', 'unreadable', 'silent')),
  detail text check (length(detail) <= 40),
  took_ms integer not null check (took_ms >= 0),
  answered_at timestamptz
);
