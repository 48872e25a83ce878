-- Terms of credit are money: what one colleague wishes counts when another has agreed.
create table credit_terms_wishes (
  id text primary key,
  -- The terms that stood when it was asked for.
  base integer not null references credit_terms (number),
  bonus_percent integer not null check (bonus_percent between 0 and 50),
  months integer not null check (months between 3 and 60),
  reason text not null,
  asked_by text not null,
  asked_at timestamptz not null,
  status text not null check (status in ('waiting', 'approved', 'declined', 'withdrawn')),
  decided_by text,
  decided_at timestamptz,
  check ((status = 'waiting') = (decided_at is null)),
  check (status <> 'approved' or decided_by <> asked_by)
);
create unique index credit_terms_wishes_one on credit_terms_wishes ((true)) where status = 'waiting';
