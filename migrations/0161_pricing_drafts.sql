-- What people call a rule and when it counts; columns that are new to a table whose rows never change.
alter table pricing_rules add column name text not null default '';
alter table pricing_rules add column valid_from date;
alter table pricing_rules add column valid_until date;
alter table pricing_rules add column paused boolean not null default false;
alter table pricing_rules add constraint pricing_rules_dates check (valid_from is null or valid_until is null or valid_from <= valid_until);

-- The next rules of a product while they are being worked on. Published, they become a version; nothing is priced by a draft.
create table pricing_drafts (
  id text primary key,
  product text not null,
  based_on integer not null references pricing_versions (version),
  rules jsonb not null,
  status text not null default 'draft' check (status in ('draft', 'review', 'published', 'discarded')),
  -- Everybody who changed it: none of them may publish it.
  touched_by text[] not null check (cardinality(touched_by) > 0),
  reason text not null default '',
  -- What it would change, as last reckoned; gone when a rule changes.
  simulation jsonb,
  published_version integer references pricing_versions (version),
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check ((status = 'published') = (published_version is not null))
);
create unique index pricing_drafts_one_open on pricing_drafts (product) where status in ('draft', 'review');
insert into status_edges (machine, from_status, to_status) values
  ('pricing-draft', 'draft', 'review'), ('pricing-draft', 'review', 'draft'), ('pricing-draft', 'review', 'published'),
  ('pricing-draft', 'draft', 'discarded'), ('pricing-draft', 'review', 'discarded');
create trigger pricing_drafts_edges before update on pricing_drafts for each row execute function refuse_undeclared_edge('pricing-draft');

-- Searches that a change of rules is tried on: routes, days from today, nights away.
create table flight_samples (
  id text primary key,
  from_code text not null check (from_code ~ '^[A-Z]{3}$'),
  to_code text not null check (to_code ~ '^[A-Z]{3}$'),
  days_ahead integer not null check (days_ahead between 1 and 320),
  nights integer check (nights between 0 and 180),
  cabin text not null check (cabin in ('economy', 'premium', 'business', 'first')),
  adults integer not null check (adults between 1 and 9),
  children integer not null check (children between 0 and 8),
  added_by text not null,
  added_at timestamptz not null,
  removed_at timestamptz
);
insert into flight_samples (id, from_code, to_code, days_ahead, nights, cabin, adults, children, added_by, added_at) values
  ('s1', 'DXB', 'LON', 30, 7, 'economy', 1, 0, 'system', '2026-01-01T00:00:00Z'),
  ('s2', 'DXB', 'MNL', 45, 28, 'economy', 2, 1, 'system', '2026-01-01T00:00:00Z'),
  ('s3', 'DXB', 'CAI', 14, null, 'economy', 1, 0, 'system', '2026-01-01T00:00:00Z'),
  ('s4', 'AUH', 'DEL', 21, 10, 'economy', 1, 0, 'system', '2026-01-01T00:00:00Z'),
  ('s5', 'DXB', 'PAR', 60, 5, 'business', 2, 0, 'system', '2026-01-01T00:00:00Z'),
  ('s6', 'SHJ', 'KHI', 10, null, 'economy', 1, 0, 'system', '2026-01-01T00:00:00Z');
