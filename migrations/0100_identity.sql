-- Links that are mailed to prove a mailbox: to finish a sign-up, to confirm an address, to choose a new password.
create table account_links (
  id text primary key,
  kind text not null check (kind in ('sign-up', 'verify-email', 'reset-password')),
  -- Of the mailed token, which is derived and never stored.
  token_hash text not null unique,
  email text not null,
  user_id text references users (id) on delete cascade,
  -- Sealed: what a sign-up waits with, names, phone and the password's hash.
  waiting text,
  -- Of a secret that the browser of the sign-up keeps.
  browser_hash text,
  next_path text not null default '/',
  language text not null,
  -- How often its mail was asked for, and which of these have left.
  asked integer not null default 1,
  mailed integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((kind = 'sign-up') = (waiting is not null)),
  check ((kind = 'verify-email') = (user_id is not null))
);
create index account_links_by_expiry on account_links (expires_at);
create index account_links_by_email on account_links (email);

-- When a session proved the second factor; a session without it opens no staff page of somebody who has one.
alter table sessions add column proved_at timestamptz;

create table second_factors (
  user_id text primary key references users (id) on delete cascade,
  -- Sealed: the shared secret.
  secret text not null,
  confirmed_at timestamptz,
  -- The newest 30-second step whose code was taken: none is taken twice.
  last_step bigint not null default 0,
  created_at timestamptz not null
);

create table recovery_codes (
  user_id text not null references second_factors (user_id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
