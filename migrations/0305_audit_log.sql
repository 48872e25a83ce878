-- The audit as people read it: by who, by what, newest first, alike on the first page and the thousandth.
create index audit_events_by_actor on audit_events (actor, action, sequence);
create index audit_events_by_action on audit_events (action, sequence);

-- Each walk over the chains, and the heads it found: the next walk must still meet them.
create table audit_checks (
  id text primary key,
  asked_by text not null,
  asked_at timestamptz not null,
  rows_checked bigint not null default 0,
  rows_in_all bigint not null default 0,
  finished_at timestamptz,
  broken_at bigint,
  forgotten integer not null default 0,
  head text
);
create unique index audit_checks_one_at_a_time on audit_checks ((true)) where finished_at is null;
create index audit_checks_by_time on audit_checks (asked_at);
