-- What somebody means to buy together: orders of any kind, each with its own machine, stock and invoice, paid at once.
create table baskets (
  id text primary key,
  reference text not null unique,
  user_id text references users (id),
  secret_hash text not null,
  language text not null,
  -- From here on nothing joins or leaves: the bank has promised the money.
  closed_at timestamptz,
  -- The mail that says what became of each part was sent.
  told_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index baskets_by_user on baskets (user_id, created_at);

create table basket_orders (
  -- An order is in one basket at a time.
  order_id text primary key references orders (id),
  basket_id text not null references baskets (id),
  added_at timestamptz not null
);
create index basket_orders_by_basket on basket_orders (basket_id, added_at);

-- A payment for a basket (purpose 'basket', order_id names the basket) is what the bank knows. Each order in it has a
-- share: a payment of its own towards which its order acts as towards any other, and which the bank does not know.
alter table payments add column part_of text references payments (id);
-- Set with the intent to capture: what the share becomes when the bank's answer arrives.
alter table payments add column fate text check (fate in ('take', 'leave'));
alter table payments add constraint payments_share check (part_of is null or (purpose = 'order' and provider_ref is null));
alter table payments add constraint payments_fate check (fate is null or part_of is not null);
create index payments_by_whole on payments (part_of) where part_of is not null;
