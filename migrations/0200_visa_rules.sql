-- The register of visa rules. A line is a chain of editions: one is verified, at most one is a draft, the others stay as history.
create table visa_rules (
  id text primary key,
  -- Sheet and line: GE/gulf-residents.
  rule text not null check (rule ~ '^([A-Z]{2}|SCHENGEN)/[a-z0-9]+(-[a-z0-9]+)*$'),
  edition integer not null check (edition > 0),
  status text not null check (status in ('draft', 'verified', 'retired')),
  destination text not null check (destination ~ '^([A-Z]{2}|SCHENGEN)$'),
  -- Countries and groups; empty stands for everybody without a line of their own.
  passports text[] not null,
  residences text[] not null,
  held_visas text[] not null,
  purposes text[] not null check (cardinality(purposes) > 0),
  need text not null check (need in ('not-needed', 'eta', 'on-arrival', 'e-visa', 'sticker-visa', 'not-admitted', 'unknown')),
  stay_days integer check (stay_days between 1 and 999),
  window_days integer check (window_days between 1 and 999),
  passport text not null,
  conditions text[] not null,
  valid_from date,
  valid_until date,
  source text not null check (source ~ '^https://'),
  checked_on date not null,
  recheck_days integer not null check (recheck_days between 1 and 400),
  -- For colleagues only.
  note text not null,
  drafted_by text not null,
  drafted_at timestamptz not null,
  verified_by text,
  verified_at timestamptz,
  retired_at timestamptz,
  unique (rule, edition),
  check (valid_from is null or valid_until is null or valid_from <= valid_until),
  check ((status = 'draft') = (verified_by is null and retired_at is null)),
  check ((verified_by is null) = (verified_at is null)),
  check ((status = 'retired') = (retired_at is not null))
);
create unique index visa_rules_one_verified on visa_rules (rule) where status = 'verified';
create unique index visa_rules_one_draft on visa_rules (rule) where status = 'draft';
insert into status_edges (machine, from_status, to_status) values
  ('visa-rule', 'draft', 'verified'), ('visa-rule', 'draft', 'retired'), ('visa-rule', 'verified', 'retired');
create trigger visa_rules_edges before update on visa_rules for each row execute function refuse_undeclared_edge('visa-rule');

-- What an edition says never changes: only where it stands and who verified it.
create function refuse_rule_rewrite() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or
    (to_jsonb(new) - '{status,verified_by,verified_at,retired_at}'::text[]) is distinct from
    (to_jsonb(old) - '{status,verified_by,verified_at,retired_at}'::text[])
  then
    raise exception 'visa_rules is append-only' using errcode = '23001';
  end if;
  return new;
end $$;
create trigger visa_rules_append_only before update or delete on visa_rules for each row execute function refuse_rule_rewrite();

-- A second layer read from a public table of passports: shown as indicative, never sold on.
create table visa_indications (
  passport text not null check (passport ~ '^[A-Z]{2}$'),
  destination text not null check (destination ~ '^[A-Z]{2}$'),
  need text not null check (need in ('not-needed', 'eta', 'on-arrival', 'e-visa', 'sticker-visa', 'not-admitted')),
  stay_days integer check (stay_days between 1 and 999),
  primary key (passport, destination)
);
create table visa_indication_imports (
  id text primary key,
  file text not null,
  rows integer not null check (rows > 0),
  -- The day the table speaks of, where the importer was told it.
  data_date date,
  imported_at timestamptz not null
);
