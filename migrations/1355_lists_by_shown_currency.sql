-- Which currency a total was shown in narrows the lists of the desk: the number on the page of exchange rates opens its orders.
create index orders_by_shown_currency on orders (kind, shown_currency, created_at, id) where shown_currency is not null;

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
    f.limit_of,
    f.limit_paid,
    o.shown_currency
  from orders o
  join flight_orders f on f.order_id = o.id
  where o.kind = 'flight';

create or replace view booking_desk as
  select b.id, b.order_id, b.kind, b.status, b.item, b.places, b.starts_local, b.starts_at, b.ends_at, b.zone, b.operator, b.created_at,
    o.reference, o.total, o.currency, b.owner as assigned_to,
    (select min(i.due_on) from instalments i where i.order_id = b.order_id and i.paid_at is null) as due_on,
    o.shown_currency
  from bookings b
  join orders o on o.id = b.order_id and o.kind = b.kind;
