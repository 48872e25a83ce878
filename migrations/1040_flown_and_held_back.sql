-- The end of a flight order, and a stop before its tickets: flown, not flown, held back until somebody has looked.
insert into status_edges (machine, from_status, to_status) values
  ('flight-order', 'ticketed', 'flown'),
  ('flight-order', 'ticketed', 'no_show'),
  ('flight-order', 'flown', 'no_show'),
  ('flight-order', 'no_show', 'flown'),
  ('flight-order', 'no_show', 'cancel_quoted'),
  ('flight-order', 'cancel_quoted', 'no_show'),
  ('flight-order', 'paid', 'on_hold'),
  ('flight-order', 'ticketing_failed', 'on_hold'),
  ('flight-order', 'on_hold', 'paid'),
  ('flight-order', 'on_hold', 'cancelled');

-- Which tickets are over is found by when the last flight lands, without reading those that are still to be flown.
create index orders_to_be_flown on orders (travel_ends, id) where kind = 'flight' and status = 'ticketed';

-- What was used stays on record as used; an airline that says otherwise opens it again.
alter table flight_tickets drop constraint flight_tickets_status_check;
alter table flight_tickets add constraint flight_tickets_status_check check (status in ('open', 'flown', 'void', 'refunded', 'exchanged'));
insert into status_edges (machine, from_status, to_status) values ('flight-ticket', 'open', 'flown'), ('flight-ticket', 'flown', 'open');

-- Why the tickets of an order are not issued yet although it is paid, what its buyer was asked, and what was decided. The
-- answer is about a person and stays sealed.
create table payment_checks (
  order_id text primary key references orders (id),
  causes text[] not null check (cardinality(causes) > 0),
  begun_by text not null,
  begun_at timestamptz not null,
  asked_by text,
  asked_at timestamptz,
  answer text,
  answered_at timestamptz,
  decision text check (decision in ('released', 'ended')),
  decided_by text,
  decided_at timestamptz,
  check ((asked_by is null) = (asked_at is null)),
  check ((answer is null) or answered_at is not null),
  check ((decision is null) = (decided_at is null) and (decision is null) = (decided_by is null))
);

-- Held back or not, the airline's limit runs.
create or replace function flight_limit(asked text) returns timestamptz language sql stable as $$
  select case
    when o.status in ('priced', 'price_changed', 'held', 'payment_pending') then o.held_until
    when o.status in ('paid', 'on_hold', 'ticketing', 'ticketing_failed', 'stuck') then (
      select min(k.ticket_by) from flight_contracts k where k.order_id = o.id)
    when o.status = 'cancel_quoted' then (select max(q.expires_at) from cancel_quotes q where q.order_id = o.id)
    when o.status in ('change_quoted', 'change_pending') then (
      select max(g.expires_at) from flight_changes g where g.order_id = o.id and g.status in ('quoted', 'accepted'))
    when o.status = 'schedule_change_pending' then (
      select min(s.answer_by) from schedule_changes s where s.order_id = o.id and s.status = 'open')
  end
  from orders o where o.id = asked
$$;
