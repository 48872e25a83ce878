-- Margin, fees and VAT as data. A version is published whole and never changed: every priced order names its version.
create table pricing_versions (
  version integer primary key check (version > 0),
  currency text not null,
  vat jsonb not null,
  published_at timestamptz not null,
  published_by text not null,
  reason text not null
);
create table pricing_rules (
  version integer not null references pricing_versions (version),
  id text not null,
  kind text not null check (kind in ('markup', 'service-fee')),
  scope jsonb not null,
  priority integer not null,
  basis_points integer not null check (basis_points between 0 and 10000),
  flat bigint not null,
  floor bigint,
  cap bigint,
  stacks boolean not null,
  primary key (version, id),
  check (floor is null or cap is null or floor <= cap)
);
create trigger pricing_versions_append_only before update or delete on pricing_versions for each row execute function refuse_change();
create trigger pricing_rules_append_only before update or delete on pricing_rules for each row execute function refuse_change();

-- International transport and what is supplied with it is zero-rated in the UAE; services of our own carry 5 %.
insert into pricing_versions (version, currency, vat, published_at, published_by, reason) values (1, 'AED', '{
  "fare": {"category": "zero-rated", "basisPoints": 0},
  "tax": {"category": "out-of-scope", "basisPoints": 0},
  "markup": {"category": "zero-rated", "basisPoints": 0},
  "discount": {"category": "zero-rated", "basisPoints": 0},
  "service-fee": {"category": "standard", "basisPoints": 500},
  "seat": {"category": "zero-rated", "basisPoints": 0},
  "bag": {"category": "zero-rated", "basisPoints": 0},
  "meal": {"category": "zero-rated", "basisPoints": 0},
  "fast-track": {"category": "standard", "basisPoints": 500},
  "insurance": {"category": "standard", "basisPoints": 500},
  "absorbed": {"category": "zero-rated", "basisPoints": 0}
}', '2026-01-01T00:00:00Z', 'system', 'Opening rules');
insert into pricing_rules (version, id, kind, scope, priority, basis_points, flat, floor, cap, stacks) values
  (1, 'flight-markup', 'markup', '{"product": "flight"}', 0, 300, 0, 1500, 15000, false),
  (1, 'flight-service-fee', 'service-fee', '{"product": "flight"}', 0, 0, 2000, null, null, false);
