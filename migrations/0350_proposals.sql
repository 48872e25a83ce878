-- What a clerk proposes to somebody who asked: versions beside each other on a live page, and the orders they become.
alter table orders drop constraint orders_kind_check;
alter table orders add constraint orders_kind_check
  check (kind in ('flight', 'evisa', 'assisted-visa', 'holiday', 'experience', 'staycation', 'tailor-made'));
alter table bookings drop constraint bookings_kind_check;
alter table bookings add constraint bookings_kind_check check (kind in ('holiday', 'experience', 'staycation', 'tailor-made'));
insert into status_edges (machine, from_status, to_status)
  select 'tailor-made-order', from_status, to_status from status_edges where machine = 'holiday-order';
create trigger orders_tailor_made_edges before update on orders for each row when (new.kind = 'tailor-made') execute function refuse_undeclared_edge('tailor-made-order');

create table proposals (
  id text primary key,
  -- Spoken.
  reference text not null unique,
  inquiry_id text not null unique references inquiries (id),
  created_at timestamptz not null,
  -- When the customer first opened the page.
  opened_at timestamptz
);

create table proposal_versions (
  proposal_id text not null references proposals (id),
  number integer not null check (number between 1 and 9),
  status text not null default 'draft',
  -- Grows by one with every change.
  changes integer not null default 0,
  -- Sealed: the title, the words to the customer and the lines with their cost.
  content text not null,
  -- Of the lines, fils of AED; VAT included.
  total bigint not null check (total > 0),
  -- The address of our shop that it offers as it stands there; null for lines of our own.
  item text,
  item_kind text check ((item is null) = (item_kind is null)),
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on),
  adults integer not null check (adults between 1 and 200),
  children integer not null check (children between 0 and 100),
  -- Share that is paid at once; 0: the whole.
  deposit_percent integer not null check (deposit_percent between 0 and 90),
  balance_days integer not null check (balance_days between 0 and 365),
  -- Cancelled without charge until so many days before the start; null: never.
  free_days integer check (free_days between 0 and 365),
  -- The first instant at which it can no longer be accepted.
  expires_at timestamptz not null,
  made_by text not null,
  made_at timestamptz not null,
  sent_at timestamptz,
  -- The order it became; another one when the first was not paid in time.
  order_id text references orders (id),
  primary key (proposal_id, number),
  check ((status = 'draft') <= (sent_at is null)),
  check ((status = 'accepted') = (order_id is not null))
);
create index proposal_versions_by_order on proposal_versions (order_id) where order_id is not null;
insert into status_edges (machine, from_status, to_status) values
  ('proposal-version', 'draft', 'sent'),
  ('proposal-version', 'draft', 'discarded'),
  ('proposal-version', 'sent', 'accepted'),
  ('proposal-version', 'sent', 'declined'),
  ('proposal-version', 'sent', 'superseded'),
  ('proposal-version', 'sent', 'withdrawn');
create trigger proposal_versions_edges before update on proposal_versions for each row execute function refuse_undeclared_edge('proposal-version');

-- What is said about a version, or about one line of it.
create table proposal_remarks (
  id text primary key,
  proposal_id text not null,
  number integer not null,
  line integer check (line >= 0),
  -- customer, or who of the house.
  actor text not null,
  -- Sealed.
  words text not null,
  at timestamptz not null,
  foreign key (proposal_id, number) references proposal_versions (proposal_id, number)
);
create index proposal_remarks_by_proposal on proposal_remarks (proposal_id, at);
create trigger proposal_remarks_append_only before update or delete on proposal_remarks
  for each row execute function refuse_change_but_erasing('words');

-- Mails that have left, by their own id.
create table proposal_mails (
  message_id text primary key,
  proposal_id text not null references proposals (id),
  sent_at timestamptz not null
);
create trigger proposal_mails_keep before update or delete on proposal_mails for each row execute function refuse_change();
