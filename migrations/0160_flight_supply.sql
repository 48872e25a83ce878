-- Who we buy flights from. A source that is in this register sells only while its supplier is active.
create table flight_suppliers (
  code text primary key check (code ~ '^[a-z][a-z0-9]{1,11}$'),
  name text not null,
  kind text not null check (kind in ('house', 'own', 'ndc', 'gds', 'consolidator', 'lcc')),
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- IATA number or licence; empty while unknown.
  licence text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Days from statement to payment.
  payment_days integer not null check (payment_days between 0 and 120),
  -- Minor units of its currency; 0: prepaid.
  credit_limit bigint not null check (credit_limit >= 0),
  contract_until date,
  contact_name text not null,
  contact_email text not null,
  contact_phone text not null,
  status text not null default 'lead' check (status in ('lead', 'due-diligence', 'approved', 'active', 'suspended', 'offboarded')),
  -- Counts changes, so that two people do not overwrite each other.
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
insert into status_edges (machine, from_status, to_status) values
  ('flight-supplier', 'lead', 'due-diligence'), ('flight-supplier', 'due-diligence', 'approved'), ('flight-supplier', 'due-diligence', 'lead'),
  ('flight-supplier', 'approved', 'active'), ('flight-supplier', 'active', 'suspended'), ('flight-supplier', 'suspended', 'active'),
  ('flight-supplier', 'lead', 'offboarded'), ('flight-supplier', 'due-diligence', 'offboarded'), ('flight-supplier', 'approved', 'offboarded'),
  ('flight-supplier', 'suspended', 'offboarded');
create trigger flight_suppliers_edges before update on flight_suppliers for each row execute function refuse_undeclared_edge('flight-supplier');

-- Licences, contracts and guarantees with the day on which they end.
create table flight_supplier_papers (
  id text primary key,
  supplier text not null references flight_suppliers (code),
  name text not null,
  expires_on date not null,
  added_at timestamptz not null,
  added_by text not null,
  removed_at timestamptz
);
create index flight_supplier_papers_by_supplier on flight_supplier_papers (supplier) where removed_at is null;

-- Where we pay a supplier. A change is asked by one person and confirmed by another who has called back.
create table flight_supplier_banks (
  id text primary key,
  supplier text not null references flight_suppliers (code),
  -- Holder, bank and IBAN, sealed.
  account text not null,
  -- Its last four characters, for lists.
  ending text not null,
  status text not null default 'asked' check (status in ('asked', 'confirmed', 'refused')),
  asked_by text not null,
  asked_at timestamptz not null,
  answered_by text,
  answered_at timestamptz,
  call_back text,
  check (answered_by is null or answered_by <> asked_by),
  check ((status = 'asked') = (answered_by is null)),
  check (status <> 'confirmed' or call_back is not null)
);
create unique index flight_supplier_banks_one_asked on flight_supplier_banks (supplier) where status = 'asked';
insert into status_edges (machine, from_status, to_status) values
  ('flight-supplier-bank', 'asked', 'confirmed'), ('flight-supplier-bank', 'asked', 'refused');
create trigger flight_supplier_banks_edges before update on flight_supplier_banks for each row execute function refuse_undeclared_edge('flight-supplier-bank');

-- What is not sold for now. A part that is null stands for any; a lifted stop stays as history.
create table stop_sales (
  id text primary key,
  source text,
  airline text check (airline ~ '^[A-Z0-9]{2}$'),
  from_airport text check (from_airport ~ '^[A-Z]{3}$'),
  to_airport text check (to_airport ~ '^[A-Z]{3}$'),
  -- Local dates of departure, both included.
  travel_from date,
  travel_until date,
  reason text not null check (length(reason) >= 3),
  begun_by text not null,
  begun_at timestamptz not null,
  lifted_by text,
  lifted_at timestamptz,
  check (source is not null or airline is not null or from_airport is not null or to_airport is not null),
  check (travel_from is null or travel_until is null or travel_from <= travel_until),
  check ((lifted_by is null) = (lifted_at is null))
);
create index stop_sales_in_force on stop_sales (begun_at) where lifted_at is null;

-- Seats an airline set aside for us on a flight, at a fare agreed beforehand. Each flight is a pool of its own: allotment:<id>/<date>.
create table flight_allotments (
  id text primary key check (id ~ '^A[0-9A-Z]{5}$'),
  supplier text not null references flight_suppliers (code),
  airline text not null check (airline ~ '^[A-Z0-9]{2}$'),
  number integer not null check (number between 1 and 9999),
  from_airport text not null check (from_airport ~ '^[A-Z]{3}$'),
  to_airport text not null check (to_airport ~ '^[A-Z]{3}$'),
  first_day date not null,
  last_day date not null,
  -- Bit 0 is Monday.
  weekdays integer not null check (weekdays between 1 and 127),
  cabin text not null check (cabin in ('economy', 'premium', 'business', 'first')),
  seats integer not null check (seats between 1 and 400),
  -- Base fare of one adult before taxes and our margin, minor units of AED.
  net bigint not null check (net > 0),
  with_bag boolean not null,
  -- Unsold seats go back to the airline this many days before departure.
  release_days integer not null check (release_days between 0 and 120),
  status text not null default 'draft' check (status in ('draft', 'review', 'live', 'paused', 'ended')),
  drafted_by text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check (first_day <= last_day)
);
create index flight_allotments_live on flight_allotments (last_day) where status = 'live';
insert into status_edges (machine, from_status, to_status) values
  ('flight-allotment', 'draft', 'review'), ('flight-allotment', 'review', 'draft'), ('flight-allotment', 'review', 'live'),
  ('flight-allotment', 'live', 'paused'), ('flight-allotment', 'paused', 'live'), ('flight-allotment', 'draft', 'ended'),
  ('flight-allotment', 'live', 'ended'), ('flight-allotment', 'paused', 'ended');
create trigger flight_allotments_edges before update on flight_allotments for each row execute function refuse_undeclared_edge('flight-allotment');

-- The two sources this installation has.
insert into flight_suppliers (code, name, kind, country, licence, currency, payment_days, credit_limit, contact_name, contact_email, contact_phone, status, created_at, changed_at) values
  ('house', 'Rihla house inventory', 'house', 'AE', '', 'AED', 0, 0, '', '', '', 'active', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
  ('own', 'Own fares and allotments', 'own', 'AE', '', 'AED', 0, 0, '', '', '', 'active', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z');
