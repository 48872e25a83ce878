-- Until when somebody must see to a flight order, beside the order itself: the list of the desk is read in its order. What
-- it is made of lies in five tables, and every one of them keeps it.
alter table flight_orders add column limit_at timestamptz;

create function flight_limit(asked text) returns timestamptz language sql stable as $$
  select case
    when o.status in ('priced', 'price_changed', 'held', 'payment_pending') then o.held_until
    when o.status in ('paid', 'ticketing', 'ticketing_failed', 'stuck') then (
      select min(k.ticket_by) from flight_contracts k where k.order_id = o.id)
    when o.status = 'cancel_quoted' then (select max(q.expires_at) from cancel_quotes q where q.order_id = o.id)
    when o.status in ('change_quoted', 'change_pending') then (
      select max(g.expires_at) from flight_changes g where g.order_id = o.id and g.status in ('quoted', 'accepted'))
    when o.status = 'schedule_change_pending' then (
      select min(s.answer_by) from schedule_changes s where s.order_id = o.id and s.status = 'open')
  end
  from orders o where o.id = asked
$$;

create function keep_flight_limit(asked text) returns void language plpgsql as $$
begin
  -- Whoever changes another part of it at the same moment waits here, and then sees this one.
  perform 1 from flight_orders where order_id = asked for no key update;
  update flight_orders set limit_at = flight_limit(asked) where order_id = asked and limit_at is distinct from flight_limit(asked);
end $$;

create function flight_limit_of_order() returns trigger language plpgsql as $$
begin
  perform keep_flight_limit(new.id);
  return null;
end $$;
create function flight_limit_of_part() returns trigger language plpgsql as $$
begin
  perform keep_flight_limit(new.order_id);
  return null;
end $$;
create trigger orders_keep_flight_limit after update of status, held_until on orders
  for each row when (new.kind = 'flight' and (new.status, new.held_until) is distinct from (old.status, old.held_until))
  execute function flight_limit_of_order();
create trigger flight_orders_keep_limit after insert on flight_orders for each row execute function flight_limit_of_part();
create trigger flight_contracts_keep_limit after insert or update of ticket_by on flight_contracts
  for each row execute function flight_limit_of_part();
create trigger cancel_quotes_keep_limit after insert on cancel_quotes for each row execute function flight_limit_of_part();
create trigger flight_changes_keep_limit after insert or update of status, expires_at on flight_changes
  for each row execute function flight_limit_of_part();
create trigger schedule_changes_keep_limit after insert or update of status, answer_by on schedule_changes
  for each row execute function flight_limit_of_part();

update flight_orders f set limit_at = flight_limit(f.order_id)
  from orders o where o.id = f.order_id and flight_limit(f.order_id) is not null;
create index flight_orders_by_limit on flight_orders (limit_at, order_id) where limit_at is not null;

create or replace view flight_desk as
  select o.id, o.reference, o.status, o.total, o.currency, o.email_index, o.created_at,
    f.origin, f.destination, f.departs_on, f.departs_at, f.airline, f.supplier,
    (select k.offer #>> '{slices,0,segments,0,departs,local}' from flight_contracts k where k.order_id = o.id order by k.position limit 1)
      as departs_local,
    coalesce(
      (select array_agg(k.locator order by k.position) from flight_contracts k where k.order_id = o.id and k.locator is not null), '{}')
      as locators,
    f.limit_at,
    o.assigned_to
  from orders o
  join flight_orders f on f.order_id = o.id
  where o.kind = 'flight';

-- Few at any moment, found without reading the many that are over.
create index payments_to_settle on payments (order_id) where status in ('requires_capture', 'stuck');
create index refunds_at_the_bank on refunds (created_at, order_id) where status in ('pending', 'stuck');
create index bookings_ahead on bookings (kind, starts_at, id) where status in ('confirmed', 'guaranteed', 'balance_due', 'amending');
-- Another index begins with the same column.
drop index invoices_by_issue;

-- A page of the list begins after a moment that its address says in milliseconds.
alter table customers alter column last_contact_at type timestamptz(3);
