-- The state that an order's limit is of, beside it: what is due soon is counted by state, and a queue is read by its limits,
-- from the index alone, however many orders are over.
alter table flight_orders add column limit_of text;

create or replace function keep_flight_limit(asked text) returns void language plpgsql as $$
declare
  due timestamptz;
  state text;
begin
  -- Whoever changes another part of it at the same moment waits here, and then sees this one.
  perform 1 from flight_orders where order_id = asked for no key update;
  due := flight_limit(asked);
  if due is not null then
    select status into state from orders where id = asked;
  end if;
  update flight_orders set limit_at = due, limit_of = state
    where order_id = asked and (limit_at, limit_of) is distinct from (due, state);
end $$;

update flight_orders f set limit_of = o.status from orders o where o.id = f.order_id and f.limit_at is not null;
drop index flight_orders_by_limit;
create index flight_orders_by_limit on flight_orders (limit_at, order_id) include (limit_of) where limit_at is not null;

create or replace view flight_desk as
  select o.id, o.reference, o.status, o.total, o.currency, o.email_index, o.created_at,
    f.origin, f.destination, f.departs_on, f.departs_at, f.airline, f.supplier,
    (select k.offer #>> '{slices,0,segments,0,departs,local}' from flight_contracts k where k.order_id = o.id order by k.position limit 1)
      as departs_local,
    coalesce(
      (select array_agg(k.locator order by k.position) from flight_contracts k where k.order_id = o.id and k.locator is not null), '{}')
      as locators,
    f.limit_at,
    o.assigned_to,
    f.limit_of
  from orders o
  join flight_orders f on f.order_id = o.id
  where o.kind = 'flight';
