-- Who was hired is prepared for: an invitation as a colleague, which somebody who may invite looks through and sends.
create table joiners (
  id text primary key,
  application_id text not null unique references job_applications (id),
  status text not null default 'prepared' check (status in ('prepared', 'sent', 'refused')),
  version integer not null default 1,
  starts_on date not null,
  roles text[] not null,
  -- The account that was invited.
  user_id text references internal_users (user_id),
  -- Why it is not sent.
  reason text,
  prepared_by text not null,
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz not null,
  check ((status = 'sent') = (user_id is not null)),
  check ((status = 'prepared') = (decided_by is null and decided_at is null))
);
create index joiners_by_user on joiners (user_id) where user_id is not null;
create index joiners_waiting on joiners (starts_on, id) where status = 'prepared';
insert into status_edges (machine, from_status, to_status) values
  ('joiner', 'prepared', 'sent'), ('joiner', 'prepared', 'refused'), ('joiner', 'refused', 'prepared');
create trigger joiners_edges before update on joiners for each row execute function refuse_undeclared_edge('joiner');

-- What of the house somebody needs on the first day. It ends when all of it was signed for.
create table asset_requests (
  id text primary key,
  application_id text not null unique references job_applications (id),
  -- Of the application, for those who look for it.
  reference text not null,
  -- Null until they are a colleague.
  user_id text references internal_users (user_id),
  kinds text[] not null check (cardinality(kinds) > 0),
  needed_by date not null,
  status text not null default 'asked' check (status in ('asked', 'handed', 'refused')),
  version integer not null default 1,
  reason text,
  asked_by text not null,
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz not null,
  check ((status = 'asked') = (decided_by is null and decided_at is null))
);
create index asset_requests_by_user on asset_requests (user_id) where user_id is not null;
create index asset_requests_open on asset_requests (needed_by, id) where status = 'asked';
insert into status_edges (machine, from_status, to_status) values
  ('asset-request', 'asked', 'handed'), ('asset-request', 'asked', 'refused'), ('asset-request', 'refused', 'asked');
create trigger asset_requests_edges before update on asset_requests for each row execute function refuse_undeclared_edge('asset-request');
