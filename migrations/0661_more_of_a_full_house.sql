-- When a refund was handed to the bank is read from its attempts; the unique index leaves out those that were refused.
create index payment_attempts_by_payment on payment_attempts (payment_id);
-- A booking is of its order's kind: said here, it lets a list by price be read along the index of orders.
create or replace view booking_desk as
  select b.id, b.order_id, b.kind, b.status, b.item, b.places, b.starts_local, b.starts_at, b.ends_at, b.zone, b.operator, b.created_at,
    o.reference, o.total, o.currency, o.assigned_to,
    (select min(i.due_on) from instalments i where i.order_id = b.order_id and i.paid_at is null) as due_on
  from bookings b
  join orders o on o.id = b.order_id and o.kind = b.kind;
-- Credit notes are few among invoices: by their sum they are read from an end of their own.
create index invoices_of_series_by_gross on invoices (series, gross desc, id desc);
