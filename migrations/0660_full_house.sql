-- What a list of orders does not show is not worked out: parts of the view that are not asked for fall away.
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
    end as limit_at,
    o.assigned_to
  from orders o
  join flight_orders f on f.order_id = o.id
  where o.kind = 'flight';
-- Orders of a list by the column it is sorted by, with the id that a page ends with.
create index orders_by_age on orders (kind, created_at, id);
create index orders_by_total on orders (kind, total, id);
create index flight_orders_by_time on flight_orders (departs_at, order_id);
-- What moved today, and in the same hours of last week.
create index ledger_transfers_by_time on ledger_transfers (posted_at);
-- Refunds by what they give back, and the few orders that still owe one.
create index refunds_by_amount on refunds (amount, id);
create index orders_owing_refund on orders (id) where status = 'refund_due';
-- What was ticketed today, and how the sources answered since yesterday.
create index flight_orders_by_ticketing on flight_orders (ticketed_at) where ticketed_at is not null;
create index flight_attempts_by_time on flight_attempts (intended_at);
-- A mail that was sent once more is looked for when the first is forgotten.
create index mail_log_by_first on mail_log (again_of) where again_of is not null;
