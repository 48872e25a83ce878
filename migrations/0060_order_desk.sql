-- What staff write down about an order for each other. Nothing is taken back; a mistake is corrected by another note.
create table order_notes (
  id text primary key,
  order_id text not null references orders (id),
  author text not null references internal_users (user_id),
  -- Sealed: people write names and numbers into notes.
  words text not null,
  at timestamptz not null
);
create index order_notes_by_order on order_notes (order_id, at);
create trigger order_notes_append_only before update or delete on order_notes for each row execute function refuse_change();

-- One row per flight order as the desk reads it: the next limit of its state, its journey and its locators.
create view flight_desk as
  select o.id, o.reference, o.status, o.total, o.currency, o.email_index, o.created_at,
    f.origin, f.destination, f.departs_on, f.departs_at, f.airline, f.supplier,
    c.departs_local, c.locators,
    case
      when o.status in ('priced', 'price_changed', 'held', 'payment_pending') then o.held_until
      when o.status in ('paid', 'ticketing', 'ticketing_failed', 'stuck') then c.ticket_by
      when o.status = 'cancel_quoted' then (select max(q.expires_at) from cancel_quotes q where q.order_id = o.id)
    end as limit_at
  from orders o
  join flight_orders f on f.order_id = o.id
  cross join lateral (
    select min(k.ticket_by) as ticket_by,
      coalesce(array_agg(k.locator order by k.position) filter (where k.locator is not null), '{}') as locators,
      (array_agg(k.offer #>> '{slices,0,segments,0,departs,local}' order by k.position))[1] as departs_local
    from flight_contracts k where k.order_id = o.id
  ) c
  where o.kind = 'flight';
