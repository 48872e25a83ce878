-- How long more than the papers of visas is kept may be set as well: what mails said, and that they were sent.
alter table retention_policies drop constraint retention_policies_code_check;
alter table retention_policies add constraint retention_policies_code_check check (code in ('papers', 'forms', 'mail-words', 'mail-rows'));
insert into retention_policies (code, days, changed_by, changed_at) values
  ('mail-words', 30, 'system', now()),
  ('mail-rows', 400, 'system', now());

-- Days that one colleague asks for count when another has agreed.
create table retention_wishes (
  id text primary key,
  policy text not null references retention_policies (code),
  -- The version of the policy that it was asked for on, and its days then.
  base integer not null,
  days_before integer not null,
  days integer not null check (days between 1 and 3650),
  reason text not null,
  asked_by text not null,
  asked_at timestamptz not null,
  status text not null check (status in ('waiting', 'approved', 'declined', 'withdrawn')),
  decided_by text,
  decided_at timestamptz,
  check ((status = 'waiting') = (decided_at is null)),
  check ((status = 'waiting') = (decided_by is null)),
  check (status <> 'approved' or decided_by <> asked_by)
);
create unique index retention_wishes_one on retention_wishes (policy) where status = 'waiting';
create index retention_wishes_by_time on retention_wishes (policy, asked_at desc);

-- What the clock let go of each kind of data, by day in Dubai: how often it looked, and how many went.
create table retention_days (
  kind text not null,
  day date not null,
  runs integer not null check (runs > 0),
  gone integer not null check (gone >= 0),
  last_at timestamptz not null,
  primary key (kind, day)
);
