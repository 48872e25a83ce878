-- The desk of invoices: newest first, dearest first, and by the beginning of a number, an order or a buyer's name.
create index invoices_by_issue_and_id on invoices (issued_at desc, id desc);
create index invoices_by_gross on invoices (gross desc, id desc);
create index invoices_by_number_start on invoices (number text_pattern_ops);
create index invoices_by_reference_start on invoices (order_reference text_pattern_ops);
create index invoices_by_buyer_start on invoices (lower(buyer ->> 'name') text_pattern_ops);
create index instalments_unpaid on instalments (due_on, order_id) where paid_at is null;

-- A document that staff sent to its buyer once more, and when it left.
create table invoice_sendings (
  id text primary key,
  invoice_id text not null references invoices (id),
  -- those that were sent with one press
  batch text not null,
  language text not null,
  asked_by text not null,
  asked_at timestamptz not null,
  sent_at timestamptz
);
create index invoice_sendings_by_invoice on invoice_sendings (invoice_id, asked_at);
create index invoice_sendings_by_batch on invoice_sendings (batch);

-- Why staff gave money back, as the credit note prints it.
alter table refund_requests add column cause text not null default 'staff-refund';

-- A credit note that staff ask for without a refund: a correction of what was invoiced.
create table credit_requests (
  id text primary key,
  invoice_id text not null references invoices (id),
  order_id text not null references orders (id),
  amount bigint not null check (amount > 0),
  -- fils by position of the invoice's line
  lines jsonb not null,
  cause text not null,
  reason text not null,
  status text not null check (status in ('asked', 'approved', 'declined')),
  -- within the asker's own limit
  alone boolean not null,
  asked_by text not null,
  asked_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  constraint credit_requests_second_person check (status <> 'approved' or alone or (decided_by is not null and decided_by <> asked_by))
);
create index credit_requests_by_invoice on credit_requests (invoice_id, asked_at);
create unique index credit_requests_one_waiting on credit_requests (order_id) where status = 'asked';
insert into status_edges (machine, from_status, to_status) values ('credit-request', 'asked', 'approved'), ('credit-request', 'asked', 'declined');
create trigger credit_requests_edges before update on credit_requests for each row execute function refuse_undeclared_edge('credit-request');
