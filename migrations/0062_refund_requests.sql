-- Money that staff give back outside a cancellation. Above its asker's limit it waits for a second person.
create table refund_requests (
  id text primary key,
  order_id text not null references orders (id),
  payment_id text not null references payments (id),
  amount bigint not null check (amount > 0),
  currency text not null,
  -- Minor units taken back of a price line, by its position; empty for an amount of no line.
  lines jsonb not null default '{}',
  reason text not null check (length(reason) >= 3),
  status text not null,
  -- Within the limit of whoever asked: nobody else decided.
  alone boolean not null,
  asked_by text not null references internal_users (user_id),
  asked_at timestamptz not null,
  decided_by text references internal_users (user_id),
  decided_at timestamptz,
  check ((decided_by is null) = (decided_at is null)),
  constraint refund_requests_second_person check (status <> 'approved' or alone or (decided_by is not null and decided_by <> asked_by))
);
create index refund_requests_by_order on refund_requests (order_id, asked_at);
create unique index refund_requests_one_waiting on refund_requests (order_id) where status = 'asked';
insert into status_edges (machine, from_status, to_status) values
  ('refund-request', 'asked', 'approved'),
  ('refund-request', 'asked', 'declined');
create trigger refund_requests_edges before update on refund_requests for each row execute function refuse_undeclared_edge('refund-request');
