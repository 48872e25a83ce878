-- How long what travellers sent for their visas is kept, and who let it go. Orders, invoices and histories are not touched:
-- the law keeps those.
create table retention_policies (
  code text primary key check (code in ('papers', 'forms')),
  -- Counted from the day the case was over, and its stay put away.
  days integer not null check (days between 1 and 3650),
  version integer not null default 1,
  changed_by text not null,
  changed_at timestamptz not null
);
insert into retention_policies (code, days, changed_by, changed_at) values
  ('papers', 60, 'system', now()),
  ('forms', 365, 'system', now());

-- The sealed form of an application was emptied.
alter table evisa_applications add column form_purged_at timestamptz;

-- Proposed by one person, carried out by another.
create table purge_runs (
  id text primary key,
  policy text not null references retention_policies (code),
  -- As the policy said when it was proposed.
  days integer not null,
  status text not null default 'proposed' check (status in ('proposed', 'approved', 'done', 'dropped')),
  proposed_by text not null references internal_users (user_id),
  proposed_at timestamptz not null,
  decided_by text references internal_users (user_id),
  decided_at timestamptz,
  done_at timestamptz,
  check ((status = 'proposed') = (decided_by is null)),
  check (status in ('proposed', 'dropped') or decided_by <> proposed_by),
  check ((status = 'done') = (done_at is not null))
);
create unique index purge_runs_one_open on purge_runs (policy) where status in ('proposed', 'approved');
create index purge_runs_by_time on purge_runs (proposed_at desc);
insert into status_edges (machine, from_status, to_status) values
  ('visa-purge', 'proposed', 'approved'),
  ('visa-purge', 'proposed', 'dropped'),
  ('visa-purge', 'approved', 'done');
create trigger purge_runs_edges before update on purge_runs for each row execute function refuse_undeclared_edge('visa-purge');

create table purge_run_lines (
  run_id text not null references purge_runs (id),
  position integer not null,
  application_id text not null references evisa_applications (id),
  -- Null until it was worked on.
  outcome text check (outcome in ('purged', 'kept')),
  -- Why it was kept after all.
  reason text,
  -- SHA-256 of the name of each file and row that is gone.
  keys text[] not null default '{}',
  done_at timestamptz,
  primary key (run_id, position),
  unique (run_id, application_id)
);

-- What is gone, by whom and when; never changed.
create table purge_certificates (
  id text primary key,
  run_id text unique references purge_runs (id),
  policy text not null,
  days integer not null,
  proposed_by text not null,
  carried_out_by text not null,
  cases integer not null check (cases >= 0),
  kept integer not null default 0,
  files integer not null check (files >= 0),
  keys text[] not null,
  -- SHA-256 over the keys in their order.
  digest text not null,
  at timestamptz not null,
  check (proposed_by <> carried_out_by or carried_out_by = 'clock')
);
create index purge_certificates_by_time on purge_certificates (at desc);
create trigger purge_certificates_append_only before update or delete on purge_certificates for each row execute function refuse_change();
