-- Accounts, sessions, staff, limits, audit.
create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

create table users (
  id text primary key,
  name text not null,
  first_name text,
  last_name text,
  phone text,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id text primary key,
  token text not null unique,
  user_id text not null references users (id) on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_by_user on sessions (user_id);

create table credentials (
  id text primary key,
  account_id text not null,
  provider_id text not null,
  user_id text not null references users (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index credentials_by_user on credentials (user_id);

create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on verifications (identifier);

create table internal_users (
  user_id text primary key references users (id),
  display_name text not null,
  roles text[] not null,
  is_active boolean not null,
  employment_status text not null,
  created_at timestamptz not null default now()
);

create table rate_limits (
  bucket text primary key,
  window_start bigint not null,
  tries integer not null
);

create table audit_events (
  sequence bigserial primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  subject text not null,
  reason text,
  detail jsonb not null,
  request_id text,
  previous_hash text not null,
  hash text not null
);
create index audit_events_by_subject on audit_events (subject, sequence);
create table audit_head (id integer primary key check (id = 1), hash text not null);
insert into audit_head (id, hash) values (1, 'start');

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '23001';
end $$;
create trigger audit_events_append_only before update or delete on audit_events
  for each row execute function refuse_change();

-- Every status column is guarded by one trigger that knows the declared edges of its machine.
create table status_edges (
  machine text not null,
  from_status text not null,
  to_status text not null,
  primary key (machine, from_status, to_status)
);
create function refuse_undeclared_edge() returns trigger language plpgsql as $$
begin
  if new.status is distinct from old.status then
    if not exists (
      select 1 from status_edges
      where machine = tg_argv[0] and from_status = old.status and to_status = new.status
    ) then
      raise exception '% may not go from % to %', tg_argv[0], old.status, new.status using errcode = '23514', constraint = 'status_edge';
    end if;
  end if;
  return new;
end $$;
