-- What of a house an order books: beside its row in `bookings`. The rooms themselves are its claims.
create table stay_bookings (
  order_id text primary key references orders (id),
  staycation_id text not null,
  room_key text not null,
  plan_key text not null,
  board text not null,
  arrival date not null,
  nights integer not null check (nights between 1 and 30),
  adults integer not null,
  child_ages integer[] not null,
  -- Sealed: what the house should know.
  note text not null default ''
);
create index stay_bookings_by_arrival on stay_bookings (staycation_id, arrival);
