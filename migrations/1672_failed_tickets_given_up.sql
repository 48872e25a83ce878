-- Whose tickets failed is given up two hours later, or when the airline's own limit comes: the sooner of the two is what a clerk works by.
create or replace function flight_limit(asked text) returns timestamptz language sql stable as $$
  select case
    when o.status in ('priced', 'price_changed', 'held', 'payment_pending') then o.held_until
    when o.status = 'ticketing_failed' then
      least((select min(k.ticket_by) from flight_contracts k where k.order_id = o.id), o.changed_at + interval '2 hours')
    when o.status in ('paid', 'on_hold', 'ticketing', 'stuck') then (
      select min(k.ticket_by) from flight_contracts k where k.order_id = o.id)
    when o.status = 'cancel_quoted' then (select max(q.expires_at) from cancel_quotes q where q.order_id = o.id)
    when o.status in ('change_quoted', 'change_pending') then (
      select max(g.expires_at) from flight_changes g where g.order_id = o.id and g.status in ('quoted', 'accepted'))
    when o.status = 'schedule_change_pending' then (
      select min(s.answer_by) from schedule_changes s where s.order_id = o.id and s.status = 'open')
  end
  from orders o where o.id = asked
$$;
select keep_flight_limit(id) from orders where kind = 'flight' and status = 'ticketing_failed';
