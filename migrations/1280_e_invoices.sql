-- What the UAE's electronic invoice asks of the house beside what a tax invoice prints; empty until somebody fills it in.
alter table invoice_seller
  add column city text not null default '',
  add column licence text not null default '',
  add column licence_authority text not null default '';

-- The same of a company that buys, by its tax registration number: written once, good for all of its documents.
create table e_invoice_buyers (
  trn text primary key check (trn ~ '^[0-9]{15}$'),
  city text not null,
  emirate text not null,
  licence text not null,
  licence_authority text not null,
  written_by text not null,
  written_at timestamptz not null
);

-- A document that a person gave to the accredited provider. A mark set by mistake is taken back and stays on record.
create table e_invoice_hand_overs (
  id text primary key,
  invoice_id text not null references invoices (id),
  provider text not null,
  -- How the provider calls it.
  provider_ref text not null,
  -- SHA-256 of the file that was handed over.
  file_sum text not null,
  handed_by text not null,
  handed_at timestamptz not null,
  taken_back_by text,
  taken_back_at timestamptz,
  taken_back_why text,
  check ((taken_back_at is null) = (taken_back_by is null) and (taken_back_at is null) = (taken_back_why is null))
);
create unique index e_invoice_hand_overs_one on e_invoice_hand_overs (invoice_id) where taken_back_at is null;
create index e_invoice_hand_overs_of on e_invoice_hand_overs (invoice_id);
-- Documents of companies with a number are few among those of travellers.
create index invoices_of_companies on invoices (issued_at, id) where (buyer ->> 'trn') is not null;
