-- One row per (actor, key): the promise that a form sent twice has one effect and one answer.
create table idempotency_keys (
  actor text not null,
  key text not null,
  fingerprint text not null,
  state text not null check (state in ('running', 'done')),
  recovery_point text,
  recovery_data jsonb,
  lease_token text,
  lease_until timestamptz not null,
  response jsonb,
  created_at timestamptz not null default clock_timestamp(),
  primary key (actor, key),
  check ((state = 'done') = (response is not null))
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- What a person must look at, because the machinery may not decide it.
create table staff_tasks (
  id text primary key,
  kind text not null,
  subject text not null,
  text_key text not null,
  detail jsonb not null default '{}',
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  check ((closed_at is null) = (closed_by is null))
);
create unique index staff_tasks_one_open on staff_tasks (kind, subject) where closed_at is null;
create index staff_tasks_open on staff_tasks (opened_at) where closed_at is null;
