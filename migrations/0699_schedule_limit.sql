-- The time to answer is the limit of an order whose schedule was changed.
create or replace view flight_desk as
  select o.id, o.reference, o.status, o.total, o.currency, o.email_index, o.created_at,
    f.origin, f.destination, f.departs_on, f.departs_at, f.airline, f.supplier,
    (select k.offer #>> '{slices,0,segments,0,departs,local}' from flight_contracts k where k.order_id = o.id order by k.position limit 1)
      as departs_local,
    coalesce(
      (select array_agg(k.locator order by k.position) from flight_contracts k where k.order_id = o.id and k.locator is not null), '{}')
      as locators,
    case
      when o.status in ('priced', 'price_changed', 'held', 'payment_pending') then o.held_until
      when o.status in ('paid', 'ticketing', 'ticketing_failed', 'stuck') then (
        select min(k.ticket_by) from flight_contracts k where k.order_id = o.id)
      when o.status = 'cancel_quoted' then (select max(q.expires_at) from cancel_quotes q where q.order_id = o.id)
      when o.status in ('change_quoted', 'change_pending') then (
        select max(g.expires_at) from flight_changes g where g.order_id = o.id and g.status in ('quoted', 'accepted'))
      when o.status = 'schedule_change_pending' then (
        select min(s.answer_by) from schedule_changes s where s.order_id = o.id and s.status = 'open')
    end as limit_at,
    o.assigned_to
  from orders o
  join flight_orders f on f.order_id = o.id
  where o.kind = 'flight';
