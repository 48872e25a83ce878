-- Price policies: rules for every product with the cases they must keep. One may be in force; prices name the one they were made by.
create table pricing_policies (
  id text primary key,
  number integer not null unique check (number > 0),
  title text not null,
  status text not null default 'draft' check (status in ('draft', 'simulated', 'approved', 'live', 'paused', 'archived')),
  based_on integer references pricing_policies (number),
  rules jsonb not null,
  examples jsonb not null,
  guards jsonb not null,
  -- Rules stopped at once, without a new policy.
  stopped text[] not null default '{}',
  -- Everybody who changed it: none of them may approve it.
  touched_by text[] not null check (cardinality(touched_by) > 0),
  reason text not null default '',
  simulation jsonb,
  approved_by text,
  published_by text,
  published_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check (approved_by is null or not (approved_by = any (touched_by))),
  check (status not in ('approved', 'live', 'paused') or approved_by is not null),
  check (status not in ('live', 'paused') or published_at is not null)
);
create unique index pricing_policies_one_in_force on pricing_policies ((true)) where status in ('live', 'paused');
create unique index pricing_policies_one_open on pricing_policies ((true)) where status in ('draft', 'simulated', 'approved');
insert into status_edges (machine, from_status, to_status) values
  ('pricing-policy', 'draft', 'simulated'), ('pricing-policy', 'simulated', 'draft'), ('pricing-policy', 'simulated', 'approved'),
  ('pricing-policy', 'approved', 'draft'), ('pricing-policy', 'approved', 'live'),
  ('pricing-policy', 'live', 'paused'), ('pricing-policy', 'paused', 'live'),
  ('pricing-policy', 'live', 'archived'), ('pricing-policy', 'paused', 'archived'), ('pricing-policy', 'archived', 'live'),
  ('pricing-policy', 'draft', 'archived'), ('pricing-policy', 'simulated', 'archived'), ('pricing-policy', 'approved', 'archived');
create trigger pricing_policies_edges before update on pricing_policies for each row execute function refuse_undeclared_edge('pricing-policy');

-- What was approved stays as it was: orders are explained by it.
create function refuse_approved_policy_change() returns trigger language plpgsql as $$
begin
  if old.status <> 'draft' and (new.rules, new.examples, new.guards, new.number) is distinct from (old.rules, old.examples, old.guards, old.number)
    and new.status <> 'draft' then
    raise exception 'policy % is % and does not change any more', old.number, old.status;
  end if;
  if old.published_at is not null and (new.published_at, new.published_by) is distinct from (old.published_at, old.published_by) and new.published_at is null then
    raise exception 'policy % was published', old.number;
  end if;
  return new;
end $$;
create trigger pricing_policies_stay before update on pricing_policies for each row execute function refuse_approved_policy_change();

-- A row to stand in line for where a code is claimed; a limit is counted behind it.
create table promo_codes (
  code text primary key check (code ~ '^[A-Z0-9]{3,20}$')
);
-- Who used a code, by order. An order that lapsed or was cancelled gives its use back: uses are counted by the state of the order.
create table promo_claims (
  order_id text primary key references orders (id),
  code text not null references promo_codes (code),
  rule_id text not null,
  at timestamptz not null
);
create index promo_claims_code on promo_claims (code);
create trigger promo_claims_append_only before update or delete on promo_claims for each row execute function refuse_change();

-- What each rule did to each order as it was placed, for the figures of the last days. Minor units.
create table pricing_uses (
  order_id text not null references orders (id),
  rule_id text not null,
  policy integer not null references pricing_policies (number),
  amount bigint not null,
  total bigint not null,
  margin bigint not null,
  at timestamptz not null,
  primary key (order_id, rule_id)
);
create index pricing_uses_at on pricing_uses (at);
create trigger pricing_uses_append_only before update or delete on pricing_uses for each row execute function refuse_change();
-- Prices of the last days in the order they were made, for trying a policy on them.
create index price_snapshots_placed on price_snapshots (at, order_id) where number = 1;
