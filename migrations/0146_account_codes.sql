-- Six digits sent to a mailbox or a telephone: to prove again who somebody is, or that a new address or number is theirs.
create table account_codes (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('prove', 'email', 'phone', 'told')),
  -- Sealed: where it was sent; `told` only tells an old address of the new one. The digits are derived from the id and never stored.
  target text not null,
  language text not null check (language in ('en', 'ar', 'tl', 'es', 'pt')),
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_codes_by_user on account_codes (user_id, purpose, created_at desc);
