create table flight_orders (
  order_id text primary key references orders (id),
  origin text not null,
  destination text not null,
  -- Local date of the first departure at its origin.
  departs_on date not null,
  departs_at timestamptz not null,
  airline text not null,
  supplier text not null,
  seats integer not null check (seats > 0),
  passengers jsonb not null,
  -- Seats, bags, meals, fast track, insurance, by position; nothing personal.
  choices jsonb not null,
  ticketed_at timestamptz
);
create index flight_orders_by_departure on flight_orders (departs_on);
create index flight_orders_by_route on flight_orders (origin, destination);
create index flight_orders_by_airline on flight_orders (airline);

-- One contract of carriage each; an order of two separate one-ways has two.
create table flight_contracts (
  order_id text not null references flight_orders (order_id),
  position integer not null,
  supplier text not null,
  offer_id text not null,
  brand text not null,
  -- The offer as it was sold: flights, fares, taxes, rules.
  offer jsonb not null,
  locator text,
  airline_locators jsonb not null default '{}',
  pay_by timestamptz,
  price_guaranteed_until timestamptz,
  ticket_by timestamptz,
  void_until timestamptz,
  primary key (order_id, position)
);
create index flight_contracts_by_locator on flight_contracts (locator) where locator is not null;

create table flight_segments (
  order_id text not null references flight_orders (order_id),
  position integer not null,
  contract integer not null,
  flight text not null,
  airline text not null,
  from_airport text not null,
  to_airport text not null,
  departs_at timestamptz not null,
  arrives_at timestamptz not null,
  primary key (order_id, position),
  check (departs_at < arrives_at)
);
create index flight_segments_by_flight on flight_segments (flight, departs_at);

create table flight_tickets (
  number text primary key check (number ~ '^[0-9]{13}$'),
  order_id text not null references flight_orders (order_id),
  contract integer not null,
  traveller integer not null,
  airline text not null,
  status text not null default 'open' check (status in ('open', 'void', 'refunded')),
  issued_at timestamptz not null,
  unique (order_id, contract, traveller)
);
insert into status_edges (machine, from_status, to_status) values ('flight-ticket', 'open', 'void'), ('flight-ticket', 'open', 'refunded');
create trigger flight_tickets_edges before update on flight_tickets for each row execute function refuse_undeclared_edge('flight-ticket');

-- Every call to a supplier, in four moments: meant, called, answered, applied. The id is the supplier's idempotency key.
create table flight_attempts (
  id text primary key,
  order_id text not null references flight_orders (order_id),
  contract integer not null,
  action text not null check (action in ('hold', 'ticket', 'cancel', 'void')),
  intended_at timestamptz not null,
  called_at timestamptz,
  answered_at timestamptz,
  outcome text check (outcome in ('ok', 'refused', 'pending', 'unknown')),
  detail jsonb not null default '{}',
  applied_at timestamptz
);
create index flight_attempts_by_order on flight_attempts (order_id, intended_at);
-- One call of a kind at a time: while one is open or undecided, another cannot be meant.
create unique index flight_attempts_one_open on flight_attempts (order_id, contract, action) where outcome is null or outcome in ('pending', 'unknown');

insert into status_edges (machine, from_status, to_status) values
  ('flight-order', 'draft', 'priced'),
  ('flight-order', 'priced', 'held'),
  ('flight-order', 'priced', 'cancelled'),
  ('flight-order', 'priced', 'price_changed'),
  ('flight-order', 'held', 'price_changed'),
  ('flight-order', 'price_changed', 'held'),
  ('flight-order', 'priced', 'expired'),
  ('flight-order', 'price_changed', 'expired'),
  ('flight-order', 'held', 'expired'),
  ('flight-order', 'payment_pending', 'expired'),
  ('flight-order', 'priced', 'payment_pending'),
  ('flight-order', 'held', 'payment_pending'),
  ('flight-order', 'payment_pending', 'held'),
  ('flight-order', 'payment_pending', 'paid'),
  ('flight-order', 'expired', 'paid'),
  ('flight-order', 'held', 'paid'),
  ('flight-order', 'paid', 'ticketing'),
  ('flight-order', 'ticketing_failed', 'ticketing'),
  ('flight-order', 'ticketing', 'ticketed'),
  ('flight-order', 'ticketing', 'ticketing_failed'),
  ('flight-order', 'priced', 'stuck'),
  ('flight-order', 'ticketing', 'stuck'),
  ('flight-order', 'cancel_quoted', 'stuck'),
  ('flight-order', 'ticketed', 'stuck'),
  ('flight-order', 'stuck', 'held'),
  ('flight-order', 'stuck', 'paid'),
  ('flight-order', 'stuck', 'ticketed'),
  ('flight-order', 'stuck', 'ticketing_failed'),
  ('flight-order', 'stuck', 'cancelled'),
  ('flight-order', 'stuck', 'voided'),
  ('flight-order', 'held', 'cancel_quoted'),
  ('flight-order', 'ticketed', 'cancel_quoted'),
  ('flight-order', 'cancel_quoted', 'held'),
  ('flight-order', 'cancel_quoted', 'ticketed'),
  ('flight-order', 'cancel_quoted', 'cancelled'),
  ('flight-order', 'price_changed', 'cancelled'),
  ('flight-order', 'paid', 'cancelled'),
  ('flight-order', 'ticketing_failed', 'cancelled'),
  ('flight-order', 'ticketed', 'voided'),
  ('flight-order', 'cancelled', 'refund_due'),
  ('flight-order', 'voided', 'refund_due'),
  ('flight-order', 'expired', 'refund_due'),
  ('flight-order', 'refund_due', 'refunded');

-- The airline's own journal: what the house inventory, as a supplier, has promised. Never read by the shop.
create table house_bookings (
  locator text primary key,
  hold_attempt text not null unique,
  -- Every attempt that named this booking, so that each can be looked up.
  attempts text[] not null,
  offer_id text not null,
  brand text not null,
  offer jsonb not null,
  travellers text[] not null,
  seats jsonb not null,
  status text not null check (status in ('held', 'ticketed', 'cancelled', 'voided')),
  pay_by timestamptz not null,
  ticket_by timestamptz not null,
  tickets jsonb not null default '[]',
  void_until timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index house_bookings_by_attempt on house_bookings using gin (attempts);
insert into status_edges (machine, from_status, to_status) values
  ('house-booking', 'held', 'ticketed'), ('house-booking', 'held', 'cancelled'), ('house-booking', 'ticketed', 'cancelled'), ('house-booking', 'ticketed', 'voided');
create trigger house_bookings_edges before update on house_bookings for each row execute function refuse_undeclared_edge('house-booking');

-- The last ten-digit serial of each airline's accounting code.
create table ticket_serials (
  accounting text primary key check (accounting ~ '^[0-9]{3}$'),
  last bigint not null check (last between 0 and 9999999999)
);
