-- What is booked for a day: tours, experiences, stays. The order is the sale; each booked thing has a state of its own.
alter table orders drop constraint orders_kind_check;
alter table orders add constraint orders_kind_check check (kind in ('flight', 'evisa', 'holiday', 'experience', 'staycation'));
insert into status_edges (machine, from_status, to_status)
  select kind || '-order', edge.from_status, edge.to_status
  from unnest(array['holiday', 'experience', 'staycation']) as kind
  cross join (values
    ('draft', 'held'),
    ('held', 'expired'),
    ('payment_pending', 'expired'),
    ('held', 'payment_pending'),
    ('payment_pending', 'held'),
    ('payment_pending', 'paid'),
    ('expired', 'paid'),
    ('held', 'paid'),
    ('paid', 'requested'),
    ('paid', 'confirmed'),
    ('requested', 'confirmed'),
    ('paid', 'cancelled'),
    ('requested', 'cancelled'),
    ('held', 'cancel_quoted'),
    ('confirmed', 'cancel_quoted'),
    ('cancel_quoted', 'held'),
    ('cancel_quoted', 'confirmed'),
    ('cancel_quoted', 'cancelled'),
    ('confirmed', 'cancelled'),
    ('confirmed', 'completed'),
    ('cancel_quoted', 'completed'),
    ('cancelled', 'refund_due'),
    ('expired', 'refund_due'),
    ('refund_due', 'refunded')
  ) as edge (from_status, to_status);
create trigger orders_holiday_edges before update on orders for each row when (new.kind = 'holiday') execute function refuse_undeclared_edge('holiday-order');
create trigger orders_experience_edges before update on orders for each row when (new.kind = 'experience') execute function refuse_undeclared_edge('experience-order');
create trigger orders_staycation_edges before update on orders for each row when (new.kind = 'staycation') execute function refuse_undeclared_edge('staycation-order');

create table bookings (
  id text primary key,
  order_id text not null references orders (id),
  position integer not null check (position >= 0),
  kind text not null check (kind in ('holiday', 'experience', 'staycation')),
  status text not null default 'cart_held',
  version integer not null default 0,
  -- What is booked, as its product names it: best-of-italy.
  item text not null,
  -- People or rooms: what is claimed of the stock.
  places integer not null check (places > 0),
  -- The wall clock at the place, and the zone it is read in.
  starts_local text not null check (starts_local ~ '^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$'),
  zone text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- What cancelling costs when, as it was sold.
  ladder jsonb not null,
  -- Who provides it, and where they are written to.
  operator text not null,
  operator_mail text not null,
  -- Printed on the voucher; there once it is confirmed.
  voucher text unique,
  -- The end of a free option; at most 48 hours.
  option_until timestamptz check (option_until <= created_at + interval '48 hours'),
  -- Until when the traveller may choose after the operator cancelled.
  choice_by timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  unique (order_id, position),
  check (ends_at >= starts_at)
);
create index bookings_by_state on bookings (kind, status, starts_at, id);
create index bookings_by_item on bookings (item, starts_local);

insert into status_edges (machine, from_status, to_status) values
  ('booking', 'cart_held', 'option'),
  ('booking', 'cart_held', 'expired'),
  ('booking', 'option', 'expired'),
  ('booking', 'cart_held', 'confirmed'),
  ('booking', 'option', 'confirmed'),
  ('booking', 'expired', 'confirmed'),
  ('booking', 'cart_held', 'requested'),
  ('booking', 'expired', 'requested'),
  ('booking', 'requested', 'confirmed'),
  ('booking', 'requested', 'declined'),
  ('booking', 'counter_offered', 'declined'),
  ('booking', 'requested', 'counter_offered'),
  ('booking', 'counter_offered', 'confirmed'),
  ('booking', 'confirmed', 'balance_due'),
  ('booking', 'guaranteed', 'balance_due'),
  ('booking', 'balance_due', 'overdue'),
  ('booking', 'balance_due', 'confirmed'),
  ('booking', 'overdue', 'confirmed'),
  ('booking', 'overdue', 'cancelled'),
  ('booking', 'confirmed', 'guaranteed'),
  ('booking', 'confirmed', 'operator_cancelled'),
  ('booking', 'guaranteed', 'operator_cancelled'),
  ('booking', 'balance_due', 'operator_cancelled'),
  ('booking', 'overdue', 'operator_cancelled'),
  ('booking', 'operator_cancelled', 'confirmed'),
  ('booking', 'confirmed', 'amending'),
  ('booking', 'guaranteed', 'amending'),
  ('booking', 'balance_due', 'amending'),
  ('booking', 'amending', 'confirmed'),
  ('booking', 'cart_held', 'cancelled'),
  ('booking', 'option', 'cancelled'),
  ('booking', 'requested', 'cancelled'),
  ('booking', 'counter_offered', 'cancelled'),
  ('booking', 'operator_cancelled', 'cancelled'),
  ('booking', 'confirmed', 'cancelled'),
  ('booking', 'guaranteed', 'cancelled'),
  ('booking', 'balance_due', 'cancelled'),
  ('booking', 'confirmed', 'redeemed'),
  ('booking', 'guaranteed', 'redeemed'),
  ('booking', 'no_show', 'redeemed'),
  ('booking', 'confirmed', 'no_show'),
  ('booking', 'guaranteed', 'no_show'),
  ('booking', 'redeemed', 'completed');
create trigger bookings_edges before update on bookings for each row execute function refuse_undeclared_edge('booking');

create table booking_events (
  booking_id text not null references bookings (id),
  version integer not null,
  event text not null,
  from_status text not null,
  to_status text not null,
  actor text not null,
  detail jsonb not null default '{}',
  at timestamptz not null,
  primary key (booking_id, version)
);
create trigger booking_events_append_only before update or delete on booking_events for each row execute function refuse_change();

-- When an order is paid: number 1 at once, the others by their day. Together they are the order's total.
create table instalments (
  order_id text not null references orders (id),
  number integer not null check (number between 1 and 24),
  amount bigint not null check (amount > 0),
  -- Null: at once.
  due_on date,
  -- The end of that day where it is reckoned.
  due_at timestamptz,
  -- Letters sent: one for each step of the dunning.
  reminded integer not null default 0,
  paid_at timestamptz,
  primary key (order_id, number),
  check ((due_on is null) = (due_at is null))
);
create index instalments_open on instalments (due_at) where paid_at is null;
