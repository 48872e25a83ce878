-- What the central bank published, as it was read. Never changed.
create table rate_feeds (
  id uuid primary key default gen_random_uuid(),
  day date not null,
  -- Units of each currency for one euro, as text: {"USD": "1.0843"}.
  per_euro jsonb not null,
  origin text not null check (origin in ('bank', 'file')),
  read_by text not null,
  read_at timestamptz not null
);
create unique index rate_feeds_day on rate_feeds (day, (md5(per_euro::text)));
create trigger rate_feeds_append_only before update or delete on rate_feeds for each row execute function refuse_change();

-- Where a currency's rate comes from, and the safety margin laid on it, in hundredths of a percent.
create table rate_policies (
  target text primary key check (target ~ '^[A-Z]{3}$' and target <> 'AED'),
  follows text not null check (follows in ('feed', 'house')),
  spread integer not null default 0 check (spread between 0 and 500),
  version integer not null default 1,
  changed_by text not null,
  changed_at timestamptz not null
);
insert into rate_policies (target, follows, changed_by, changed_at)
  select target_currency, 'feed', 'system', updated_at from currency_settings
  where base_currency = 'AED' and is_active and target_currency <> 'AED';

-- Every rate that was asked for: what became of it, why, and who said yes.
create table rate_changes (
  id uuid primary key default gen_random_uuid(),
  target text not null references rate_policies (target),
  rate numeric(18, 8) not null check (rate > 0),
  spread integer not null check (spread between 0 and 500),
  -- Against the rate it was to replace, in hundredths of a percent.
  moved integer not null,
  source text not null check (source in ('feed', 'override', 'house')),
  feed_id uuid references rate_feeds (id),
  -- An override ends by itself.
  ends_at timestamptz,
  reason text not null default '',
  status text not null default 'proposed' check (status in ('proposed', 'live', 'superseded', 'refused')),
  proposed_by text not null,
  proposed_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  -- The row that the shop reads.
  setting_id uuid references currency_settings (id),
  check ((source = 'feed') = (feed_id is not null)),
  check (source = 'override' or ends_at is null),
  check ((status in ('live', 'superseded')) = (setting_id is not null))
);
create unique index rate_changes_one_live on rate_changes (target) where status = 'live';
create unique index rate_changes_one_proposed on rate_changes (target) where status = 'proposed';
create index rate_changes_history on rate_changes (target, proposed_at desc);
insert into status_edges (machine, from_status, to_status) values
  ('rate-change', 'proposed', 'live'), ('rate-change', 'proposed', 'refused'), ('rate-change', 'live', 'superseded');
create trigger rate_changes_edges before update on rate_changes for each row execute function refuse_undeclared_edge('rate-change');
insert into rate_changes (target, rate, spread, moved, source, reason, status, proposed_by, proposed_at, decided_by, decided_at, setting_id)
  select target_currency, exchange_rate, 0, 0, 'house', '', 'live', 'system', updated_at, 'system', updated_at, id
  from currency_settings where base_currency = 'AED' and is_active and target_currency <> 'AED';
