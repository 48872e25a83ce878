-- Companies that customers travel for, and who belongs to which of them since when.

create table companies (
  id text primary key,
  version integer not null default 1,
  name text not null check (length(name) between 2 and 120),
  -- The same in Arabic letters, or empty.
  name_ar text not null default '' check (length(name_ar) <= 120),
  licence text not null default '',
  -- A tax registration number of the Emirates.
  trn text check (trn ~ '^[0-9]{15}$'),
  address text not null default '',
  -- What stands behind the sign in the addresses of its people, or empty.
  domain text not null default '',
  -- How long after its issue an invoice of theirs is due; none: at once.
  terms_days integer not null default 0 check (terms_days between 0 and 120),
  -- Its names and numbers as a search compares them.
  said text not null,
  owner_id text references internal_users (user_id),
  archived_at timestamptz,
  archived_by text,
  created_by text not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check ((archived_at is null) = (archived_by is null))
);
-- A number means one company: an invoice that bears it is theirs. One that was archived may have left it to another.
create unique index companies_by_trn on companies (trn) where trn is not null and archived_at is null;
create index companies_by_name on companies (lower(name), id);

-- Who is written to about its invoices. A person: theirs is this row alone, and it goes without anything of the company.
create table company_contacts (
  company_id text primary key references companies (id),
  -- Name and address, sealed.
  contact text not null,
  email_index text not null
);
create index company_contacts_by_mail on company_contacts (email_index);

create table company_members (
  id bigint generated always as identity primary key,
  company_id text not null references companies (id),
  customer_id text not null references customers (id) on delete cascade,
  since timestamptz not null,
  until timestamptz,
  -- A colleague.
  added_by text not null,
  -- A colleague; of a merge its id behind `merge:`, for undoing it.
  ended_by text,
  check ((until is null) = (ended_by is null))
);
-- One company at a time.
create unique index company_members_now on company_members (customer_id) where until is null;
create index company_members_of_company on company_members (company_id, since desc, id desc);
create index company_members_of_customer on company_members (customer_id, since desc);

-- The keyed place of their address behind its sign; '-' where everybody may have one there. Rows from before get theirs from
-- a job, which alone can open the address.
alter table customers add column domain_index text;
create index customers_by_domain on customers (domain_index, last_contact_at desc)
  where merged_into is null and domain_index is not null and domain_index <> '-';
create index customers_without_domain on customers (id) where domain_index is null;

-- Of a merge: which memberships it moved and which it ended; null where neither row belonged to a company.
alter table customer_merges add column companies jsonb;

-- What was made out to a company is found by its number.
create index invoices_by_trn on invoices ((buyer ->> 'trn'), issued_at) where (buyer ->> 'trn') is not null;

insert into desk_lists (name) values ('companies');
