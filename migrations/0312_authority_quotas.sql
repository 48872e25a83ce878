-- What an authority takes in a day, where it is known; an empty type speaks for all that have none of their own.
create table authority_quotas (
  route text not null check (route in ('evisa', 'assisted')),
  country text not null check (country ~ '^[A-Z]{2}$'),
  type_code text not null,
  per_day integer not null check (per_day between 1 and 100000),
  changed_by text not null,
  changed_at timestamptz not null,
  primary key (route, country, type_code)
);
-- What was filed and decided since a day, over a hundred thousand cases.
create index evisa_events_of_authority on evisa_events (at) where event in ('file', 'approve', 'reject');
create index assisted_events_of_authority on assisted_events (at) where event in ('lodge', 'decide');
