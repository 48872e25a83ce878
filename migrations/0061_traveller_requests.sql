-- What travellers ask of the airline with their booking: assistance, and miles for a frequent flyer. Numbers of programmes
-- stay with the sealed people of the order; here is only what was asked, of whose ticket, and what the airline said.
create table traveller_requests (
  order_id text not null references flight_orders (order_id),
  contract integer not null,
  traveller integer not null,
  kind text not null check (kind in ('assistance', 'loyalty')),
  -- IATA special service code, or the airline of the programme.
  code text not null,
  status text not null default 'requested' check (status in ('requested', 'confirmed', 'refused')),
  answered_at timestamptz,
  -- `supplier`, or `staff:<id>` for a clerk who passed the airline's word on.
  answered_by text,
  primary key (order_id, contract, traveller, kind, code)
);
insert into status_edges (machine, from_status, to_status) values
  ('traveller-request', 'requested', 'confirmed'),
  ('traveller-request', 'requested', 'refused'),
  ('traveller-request', 'confirmed', 'refused'),
  ('traveller-request', 'refused', 'confirmed');
create trigger traveller_requests_edges before update on traveller_requests for each row execute function refuse_undeclared_edge('traveller-request');

-- Who sits in an exit row has declared to be fit and willing: who, for which seat, when, and in which words.
create table exit_declarations (
  order_id text not null references flight_orders (order_id),
  traveller integer not null,
  -- Over all contracts, from 0.
  segment integer not null,
  seat text not null,
  wording text not null,
  declared_at timestamptz not null,
  declared_by text not null,
  primary key (order_id, traveller, segment)
);
create trigger exit_declarations_append_only before update or delete on exit_declarations for each row execute function refuse_change();

-- By `segment:passenger`, until the order is placed.
alter table flight_drafts add column exit_declarations jsonb not null default '{}';

-- The airline's own record of what was asked with a booking, sealed, and what it answered.
alter table house_bookings add column services text;
alter table house_bookings add column answers jsonb not null default '[]';
