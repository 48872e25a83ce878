-- When an invoice of a company that has days to pay is due, as it was issued: the document says it, so it never changes.
alter table invoices add column due_on date check (due_on is null or kind = 'invoice');

-- Documents that are a company's by its name: which one it was when they were issued, or when it was called something else. What
-- bears a number is found by that.
create table company_documents (
  invoice_id text primary key references invoices (id),
  company_id text not null references companies (id),
  linked_at timestamptz not null
);
create index company_documents_of_company on company_documents (company_id);

-- Without a plan an open invoice is due on the day that it says.
create or replace function open_invoices_of(asked text)
returns table (invoice_id text, order_id text, issued_at timestamptz, gross bigint, due_on date) language sql stable as $$
  select i.id, i.order_id, i.issued_at, i.gross,
    coalesce((select min(p.due_on) from instalments p where p.order_id = asked and p.paid_at is null), i.due_on)
  from invoices i
  where i.order_id = asked and i.kind = 'invoice'
    and (exists (select from instalments p where p.order_id = asked and p.paid_at is null)
      or exists (select from payments p where p.order_id = asked and p.status in ('requires_capture', 'stuck')))
    and i.gross > coalesce((select -sum(n.gross) from invoices n where n.refers_to = i.id), 0)
$$;

-- A company's own documents, and whom its statement of account was sent to: somebody, sealed, and gone when they are forgotten.
create table statement_sendings (
  id text primary key,
  company_id text not null references companies (id),
  from_day date not null,
  until_day date not null check (until_day >= from_day),
  language text not null,
  sent_to text,
  email_index text,
  asked_by text not null,
  asked_at timestamptz not null,
  sent_at timestamptz,
  check ((sent_to is null) = (email_index is null))
);
create index statement_sendings_of_company on statement_sendings (company_id, asked_at desc);
create index statement_sendings_by_mail on statement_sendings (email_index) where email_index is not null;
