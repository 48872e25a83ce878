-- What an airline said of a booking that flies as it was sold: nobody is asked, and what was said before it is older all the same.
create table unchanged_notices (
  -- The source that said it, and the name of its message: the same one twice is one.
  source text not null,
  notice text not null,
  order_id text not null references flight_orders (order_id),
  contract integer not null,
  said_at timestamptz not null,
  received_at timestamptz not null,
  primary key (source, notice)
);
create index unchanged_notices_by_order on unchanged_notices (order_id, contract);
