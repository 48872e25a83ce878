-- Whose order it is, for the list of the desk; a new column comes last.
create or replace view flight_desk as
  select o.id, o.reference, o.status, o.total, o.currency, o.email_index, o.created_at,
    f.origin, f.destination, f.departs_on, f.departs_at, f.airline, f.supplier,
    c.departs_local, c.locators,
    case
      when o.status in ('priced', 'price_changed', 'held', 'payment_pending') then o.held_until
      when o.status in ('paid', 'ticketing', 'ticketing_failed', 'stuck') then c.ticket_by
      when o.status = 'cancel_quoted' then (select max(q.expires_at) from cancel_quotes q where q.order_id = o.id)
    end as limit_at,
    o.assigned_to
  from orders o
  join flight_orders f on f.order_id = o.id
  cross join lateral (
    select min(k.ticket_by) as ticket_by,
      coalesce(array_agg(k.locator order by k.position) filter (where k.locator is not null), '{}') as locators,
      (array_agg(k.offer #>> '{slices,0,segments,0,departs,local}' order by k.position))[1] as departs_local
    from flight_contracts k where k.order_id = o.id
  ) c
  where o.kind = 'flight';
create index orders_by_owner on orders (assigned_to) where assigned_to is not null;

-- One thing done to many orders, and what became of each: a line is worked on by a job of its own.
create table desk_bulk_runs (
  id text primary key,
  action text not null,
  started_by text not null references internal_users (user_id),
  started_at timestamptz not null
);
create index desk_bulk_runs_by_starter on desk_bulk_runs (started_by, started_at);
create table desk_bulk_lines (
  run_id text not null references desk_bulk_runs (id),
  position integer not null check (position >= 0),
  order_id text not null references orders (id),
  reference text not null,
  -- null until it was worked on
  ok boolean,
  said text,
  done_at timestamptz,
  primary key (run_id, position),
  check ((ok is null) = (said is null) and (ok is null) = (done_at is null))
);
create index desk_bulk_lines_by_order on desk_bulk_lines (order_id);
