-- Seats, bags and the like that are bought for flights with tickets: chosen and held, paid and delivered, or let be.
create table flight_additions (
  order_id text not null references flight_orders (order_id),
  number integer not null check (number > 0),
  status text not null check (status in ('open', 'done', 'dropped', 'failed')),
  -- Positions of travellers and flights, never people.
  chosen jsonb not null,
  -- The whole price of the order with it, what of it is new, and the price that it stands on.
  quote jsonb not null,
  difference bigint not null check (difference >= 0),
  currency text not null,
  snapshot integer not null,
  -- Seats of ours that are held for it.
  claims text[] not null default '{}',
  chosen_by text not null,
  chosen_at timestamptz not null,
  expires_at timestamptz not null,
  settled_at timestamptz,
  why text,
  primary key (order_id, number)
);
create unique index flight_additions_one_open on flight_additions (order_id) where status = 'open';
create index flight_additions_over on flight_additions (expires_at, order_id) where status = 'open';

insert into status_edges (machine, from_status, to_status) values
  ('flight-addition', 'open', 'done'),
  ('flight-addition', 'open', 'dropped'),
  ('flight-addition', 'open', 'failed');
create trigger flight_additions_edges before update on flight_additions for each row execute function refuse_undeclared_edge('flight-addition');

-- Somebody whose seat was lost with a change may declare for another one on the flight that stands in its place.
alter table exit_declarations drop constraint exit_declarations_pkey;
alter table exit_declarations add primary key (order_id, traveller, segment, seat);
