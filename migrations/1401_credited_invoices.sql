-- Invoices of which something was taken back, beside what the list is sorted by: it asked one invoice after the other whether a
-- credit note refers to it, and counted them by all that do. What was taken back once stays so.
create table credited_invoices (
  invoice_id text primary key,
  issued_at timestamptz not null,
  gross bigint not null
);
create index credited_invoices_by_issue on credited_invoices (issued_at, invoice_id);
create index credited_invoices_by_gross on credited_invoices (gross, invoice_id);

create function keep_credited_invoice() returns trigger language plpgsql as $$
begin
  insert into credited_invoices (invoice_id, issued_at, gross)
    select i.id, i.issued_at, i.gross from invoices i where i.id = new.refers_to and i.kind = 'invoice' on conflict do nothing;
  return null;
end $$;
create trigger invoices_keep_credited after insert on invoices
  for each row when (new.refers_to is not null) execute function keep_credited_invoice();

insert into credited_invoices (invoice_id, issued_at, gross)
  select i.id, i.issued_at, i.gross from invoices i where i.kind = 'invoice' and exists (select from invoices n where n.refers_to = i.id);
