-- Two orders that may be one trip bought twice, found once; whoever looked says that they are not, and why. The pair stands once,
-- the later order first.
create table flight_twins (
  order_id text not null references orders (id),
  other_id text not null references orders (id),
  found_at timestamptz not null,
  dismissed_at timestamptz,
  dismissed_by text,
  reason text,
  primary key (order_id, other_id),
  check (order_id <> other_id),
  check ((dismissed_at is null) = (dismissed_by is null))
);
create index flight_twins_by_other on flight_twins (other_id);
create index flight_twins_open on flight_twins (order_id, other_id) where dismissed_at is null;

-- Null: its twins are still to be sought. The version before knows nothing of it, and its orders are sought later.
alter table flight_orders add column twins_sought_at timestamptz;
update flight_orders set twins_sought_at = now() where departs_at < now();
create index flight_orders_twins_to_seek on flight_orders (order_id) where twins_sought_at is null;
create index flight_orders_by_journey on flight_orders (origin, destination, departs_on);
drop index flight_orders_by_route;

-- Other flights are another trip.
create function seek_twins_anew() returns trigger language plpgsql as $$
begin
  new.twins_sought_at := null;
  return new;
end $$;
create trigger flight_orders_seek_twins before update of origin, destination, departs_on on flight_orders
  for each row when ((new.origin, new.destination, new.departs_on) is distinct from (old.origin, old.destination, old.departs_on))
  execute function seek_twins_anew();

-- What a supplier owes back for a part of an order that it took back, until it came.
create table supplier_returns (
  order_id text not null references orders (id),
  part integer not null,
  supplier text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  asked_at timestamptz not null,
  -- The day, counted from the asking, for which somebody was last told to chase it.
  chased integer not null default 0,
  received_at timestamptz,
  received_by text,
  received bigint check (received >= 0),
  note text,
  primary key (order_id, part),
  check ((received_at is null) = (received is null))
);
create index supplier_returns_outstanding on supplier_returns (asked_at, order_id) where received_at is null;

-- A traveller may be told once more of what the airline changed.
alter table schedule_changes add column told_again_at timestamptz;

-- Few orders have money that went back: they are found without reading the others.
create index ledger_transfers_back on ledger_transfers (order_id) where kind = 'refund';
