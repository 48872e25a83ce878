-- Flights that a ticketed order is changed to: asked for, agreed to, exchanged by the airline or let be.
create table flight_changes (
  order_id text not null references flight_orders (order_id),
  number integer not null check (number > 0),
  contract integer not null,
  status text not null check (status in ('quoted', 'accepted', 'done', 'dropped', 'failed')),
  offer_id text not null,
  brand text not null,
  offer jsonb not null,
  -- The whole price of the order after it, and what of it is new.
  quote jsonb not null,
  difference bigint not null check (difference >= 0),
  refund bigint not null check (refund >= 0 and (refund = 0 or difference = 0)),
  currency text not null,
  -- Claims taken for it, and those that were given up when it was settled.
  claims text[] not null default '{}',
  let_go text[] not null default '{}',
  attempt text,
  quoted_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  settled_at timestamptz,
  why text,
  primary key (order_id, number)
);
create unique index flight_changes_one_living on flight_changes (order_id) where status in ('quoted', 'accepted');

insert into status_edges (machine, from_status, to_status) values
  ('flight-order', 'ticketed', 'change_quoted'),
  ('flight-order', 'change_quoted', 'ticketed'),
  ('flight-order', 'change_quoted', 'change_pending'),
  ('flight-order', 'change_pending', 'ticketed'),
  ('flight-order', 'change_pending', 'stuck'),
  ('flight-order', 'change_pending', 'changed'),
  ('flight-order', 'stuck', 'changed'),
  ('flight-order', 'changed', 'ticketed'),
  ('flight-ticket', 'open', 'exchanged'),
  ('flight-change', 'quoted', 'accepted'),
  ('flight-change', 'quoted', 'dropped'),
  ('flight-change', 'accepted', 'done'),
  ('flight-change', 'accepted', 'failed');
create trigger flight_changes_edges before update on flight_changes for each row execute function refuse_undeclared_edge('flight-change');

-- A ticket that was exchanged stays on record beside the one that stands for it.
alter table flight_tickets drop constraint flight_tickets_status_check;
alter table flight_tickets add constraint flight_tickets_status_check check (status in ('open', 'void', 'refunded', 'exchanged'));
alter table flight_tickets drop constraint flight_tickets_order_id_contract_traveller_key;
create unique index flight_tickets_one_living on flight_tickets (order_id, contract, traveller) where status <> 'exchanged';

alter table flight_attempts drop constraint flight_attempts_action_check;
alter table flight_attempts add constraint flight_attempts_action_check check (action in ('hold', 'ticket', 'cancel', 'void', 'exchange'));

-- A quote for a change ends by time, as one for a cancellation does.
create or replace view flight_desk as
  select o.id, o.reference, o.status, o.total, o.currency, o.email_index, o.created_at,
    f.origin, f.destination, f.departs_on, f.departs_at, f.airline, f.supplier,
    c.departs_local, c.locators,
    case
      when o.status in ('priced', 'price_changed', 'held', 'payment_pending') then o.held_until
      when o.status in ('paid', 'ticketing', 'ticketing_failed', 'stuck') then c.ticket_by
      when o.status = 'cancel_quoted' then (select max(q.expires_at) from cancel_quotes q where q.order_id = o.id)
      when o.status in ('change_quoted', 'change_pending') then (
        select max(g.expires_at) from flight_changes g where g.order_id = o.id and g.status in ('quoted', 'accepted'))
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
