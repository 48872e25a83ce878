-- Each paid extra of a flight order, for one traveller: a seat, bag or meal on the airline's electronic document (EMD), a
-- fast lane or cover on a number of the house. Rows of flights that were changed stay as exchanged.
create table flight_extras (
  id text primary key,
  order_id text not null references flight_orders (order_id),
  contract integer not null,
  traveller integer not null,
  kind text not null check (kind in ('seat', 'bag', 'meal', 'fast-track', 'insurance')),
  -- As its price line is named: segment or direction and traveller, airport, or the trip.
  code text not null,
  facts jsonb not null default '{}',
  -- What it costs this traveller, minor units, VAT included.
  price bigint not null check (price > 0),
  currency text not null,
  status text not null check (status in ('requested', 'issued', 'failed', 'void', 'refunded', 'exchanged')),
  document text,
  -- The idempotency key of the request that is, or was, with the seller.
  attempt text,
  why text,
  -- What was asked to be given back for it.
  refund_request text references refund_requests (id),
  requested_at timestamptz not null,
  changed_at timestamptz not null,
  check (status <> 'issued' or document is not null)
);
create unique index flight_extras_one_living on flight_extras (order_id, kind, code, traveller) where status <> 'exchanged';
create unique index flight_extras_by_document on flight_extras (document) where document ~ '^[0-9]{13}$';
create index flight_extras_open on flight_extras (order_id) where status in ('requested', 'failed');

insert into status_edges (machine, from_status, to_status) values
  ('flight-extra', 'requested', 'issued'),
  ('flight-extra', 'requested', 'failed'),
  ('flight-extra', 'failed', 'requested'),
  ('flight-extra', 'failed', 'issued'),
  ('flight-extra', 'requested', 'void'),
  ('flight-extra', 'failed', 'void'),
  ('flight-extra', 'issued', 'void'),
  ('flight-extra', 'void', 'failed'),
  ('flight-extra', 'void', 'refunded'),
  ('flight-extra', 'requested', 'refunded'),
  ('flight-extra', 'failed', 'refunded'),
  ('flight-extra', 'issued', 'refunded'),
  ('flight-extra', 'requested', 'exchanged'),
  ('flight-extra', 'issued', 'exchanged'),
  ('flight-extra', 'failed', 'exchanged'),
  ('flight-extra', 'void', 'exchanged'),
  ('flight-extra', 'refunded', 'exchanged');
create trigger flight_extras_edges before update on flight_extras for each row execute function refuse_undeclared_edge('flight-extra');

-- A second person decides whether the money of a void extra goes back, on whatever page: approved, it is refunded;
-- declined, it waits at the desk as before.
create function settle_void_extra() returns trigger language plpgsql as $$
begin
  update flight_extras e
    set status = case when new.status = 'approved' then 'refunded' else 'failed' end,
      changed_at = coalesce(new.decided_at, e.changed_at)
    where e.refund_request = new.id and e.status = 'void'
      and (new.status = 'approved' or exists (select 1 from orders o where o.id = e.order_id and o.status not in ('voided', 'cancelled', 'refund_due', 'refunded')));
  return new;
end $$;
create trigger refund_requests_settle_extras after update of status on refund_requests for each row
  when (old.status = 'asked' and new.status in ('approved', 'declined')) execute function settle_void_extra();

-- What the house's own airline side wrote for its bookings.
alter table house_bookings add column documents jsonb not null default '[]';

-- Extras of bookings that have their tickets: those that stand are asked for by the job, those that ended went with them.
insert into flight_extras (id, order_id, contract, traveller, kind, code, facts, price, currency, status, requested_at, changed_at)
select gen_random_uuid()::text, o.id, coalesce((line #>> '{facts,contract}')::int, 0), person::int, line ->> 'kind', line ->> 'code',
  line -> 'facts', (line #>> '{each,amount}')::bigint, line #>> '{each,currency}',
  case when o.status = 'voided' then 'void' when o.status in ('cancelled', 'refund_due', 'refunded') then 'refunded' else 'requested' end,
  f.ticketed_at, f.ticketed_at
from orders o
join flight_orders f on f.order_id = o.id
join price_snapshots p on p.order_id = o.id and p.number = o.snapshot
cross join lateral jsonb_array_elements(p.quote -> 'lines') line
cross join lateral jsonb_array_elements_text(line -> 'travellers') person
where f.ticketed_at is not null and line ->> 'kind' in ('seat', 'bag', 'meal', 'fast-track', 'insurance')
  and (line #>> '{each,amount}')::bigint > 0
on conflict do nothing;
