-- Invoices of which something is still to come, each beside what the list is sorted by: it looked up the documents of every
-- order that owes, to sort and to count them. Three tables keep it by triggers; what is paid or taken back has no row.
create table open_invoices (
  invoice_id text primary key,
  order_id text not null,
  issued_at timestamptz not null,
  gross bigint not null,
  -- The earliest unpaid part of the order's plan.
  due_on date
);
create index open_invoices_by_issue on open_invoices (issued_at, invoice_id) include (due_on);
create index open_invoices_by_gross on open_invoices (gross, invoice_id) include (due_on);
create index open_invoices_of_order on open_invoices (order_id);

-- Open is what was invoiced to an order of which a part is unpaid, or whose money the bank holds and we have not taken, and
-- what its credit notes have not taken back.
create function open_invoices_of(asked text)
returns table (invoice_id text, order_id text, issued_at timestamptz, gross bigint, due_on date) language sql stable as $$
  select i.id, i.order_id, i.issued_at, i.gross, (select min(p.due_on) from instalments p where p.order_id = asked and p.paid_at is null)
  from invoices i
  where i.order_id = asked and i.kind = 'invoice'
    and (exists (select from instalments p where p.order_id = asked and p.paid_at is null)
      or exists (select from payments p where p.order_id = asked and p.status in ('requires_capture', 'stuck')))
    and i.gross > coalesce((select -sum(n.gross) from invoices n where n.refers_to = i.id), 0)
$$;

create function keep_open_invoices() returns trigger language plpgsql as $$
declare
  asked text := coalesce(new.order_id, old.order_id);
begin
  -- Whoever changes another part of it at the same moment waits here, and then sees this one.
  perform pg_advisory_xact_lock(hashtextextended('open-invoices:' || asked, 0));
  delete from open_invoices w where w.order_id = asked and not exists (select from open_invoices_of(asked) n where n.invoice_id = w.invoice_id);
  insert into open_invoices as w (invoice_id, order_id, issued_at, gross, due_on) select * from open_invoices_of(asked)
    on conflict (invoice_id) do update set due_on = excluded.due_on where w.due_on is distinct from excluded.due_on;
  return null;
end $$;
create trigger invoices_keep_open after insert on invoices for each row execute function keep_open_invoices();
create trigger instalments_keep_open_of_new after insert or delete on instalments for each row execute function keep_open_invoices();
create trigger instalments_keep_open after update of due_on, paid_at on instalments
  for each row when ((new.due_on, new.paid_at) is distinct from (old.due_on, old.paid_at)) execute function keep_open_invoices();
create trigger payments_keep_open_of_new after insert on payments
  for each row when (new.status in ('requires_capture', 'stuck')) execute function keep_open_invoices();
create trigger payments_keep_open after update of status on payments
  for each row when ((new.status in ('requires_capture', 'stuck')) is distinct from (old.status in ('requires_capture', 'stuck')))
  execute function keep_open_invoices();

insert into open_invoices (invoice_id, order_id, issued_at, gross, due_on)
  select n.* from (
    select order_id from instalments where paid_at is null
    union select order_id from payments where status in ('requires_capture', 'stuck')) o
  cross join lateral open_invoices_of(o.order_id) n;
