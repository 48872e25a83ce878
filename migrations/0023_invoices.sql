-- Who sells, as printed on the documents; one row, edited by staff. Copied onto every invoice when it is issued.
create table invoice_seller (
  id integer primary key check (id = 1),
  legal_name text not null,
  legal_name_ar text not null,
  address text not null,
  address_ar text not null,
  -- the tax registration number: 15 digits
  trn text check (trn ~ '^[0-9]{15}$')
);
insert into invoice_seller (id, legal_name, legal_name_ar, address, address_ar, trn)
  values (1, 'Rihla', 'رحلة', 'Dubai, United Arab Emirates', 'دبي، الإمارات العربية المتحدة', null);

create table invoice_series (
  series text not null,
  year integer not null,
  last_number integer not null check (last_number >= 0),
  primary key (series, year)
);

create table invoices (
  id text primary key,
  number text not null unique,
  series text not null,
  year integer not null,
  sequence integer not null check (sequence > 0),
  kind text not null check (kind in ('invoice', 'credit-note')),
  refers_to text references invoices (id),
  -- the sale it belongs to and, for a credit note, the event that caused it: asking twice is asking once
  key text not null unique,
  order_id text not null,
  order_reference text not null,
  owner_id text references users (id),
  buyer jsonb not null,
  seller jsonb not null,
  reason text,
  issued_at timestamptz not null,
  supply_date date not null,
  -- all amounts of the document are fils of AED; what was charged stands beside them
  net bigint not null,
  vat bigint not null,
  gross bigint not null,
  charged_amount bigint not null,
  charged_currency text not null,
  -- AED for one unit of the charged currency, exact decimal text
  rate text not null,
  unique (series, year, sequence),
  check (net + vat = gross),
  check ((kind = 'credit-note') = (refers_to is not null))
);
create index invoices_by_owner on invoices (owner_id, issued_at desc);
create index invoices_by_order on invoices (order_id);
create index invoices_by_reference on invoices (refers_to) where refers_to is not null;
create index invoices_by_issue on invoices (issued_at desc);

create table invoice_lines (
  invoice_id text not null references invoices (id),
  position integer not null,
  -- for a credit note, the line of the invoice it takes back
  credits_position integer,
  words jsonb not null,
  quantity integer not null check (quantity > 0),
  vat_category text not null check (vat_category in ('zero-rated', 'standard', 'exempt', 'out-of-scope')),
  vat_basis_points integer not null check (vat_basis_points between 0 and 10000),
  net bigint not null,
  vat bigint not null,
  gross bigint not null,
  primary key (invoice_id, position),
  check (net + vat = gross)
);
create trigger invoices_append_only before update or delete on invoices for each row execute function refuse_change();
create trigger invoice_lines_append_only before update or delete on invoice_lines for each row execute function refuse_change();
create trigger invoices_kept before truncate on invoices for each statement execute function refuse_change();
create trigger invoice_lines_kept before truncate on invoice_lines for each statement execute function refuse_change();
