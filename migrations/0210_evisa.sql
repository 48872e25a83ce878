-- E-visas: the second kind of thing that is sold. The order is the sale of a group; each traveller has an application.
alter table orders drop constraint orders_kind_check;
alter table orders add constraint orders_kind_check check (kind in ('flight', 'evisa'));
insert into status_edges (machine, from_status, to_status) values
  ('evisa-order', 'draft', 'held'),
  ('evisa-order', 'held', 'expired'),
  ('evisa-order', 'payment_pending', 'expired'),
  ('evisa-order', 'held', 'payment_pending'),
  ('evisa-order', 'payment_pending', 'held'),
  ('evisa-order', 'payment_pending', 'paid'),
  ('evisa-order', 'expired', 'paid'),
  ('evisa-order', 'held', 'paid'),
  ('evisa-order', 'paid', 'accepted'),
  ('evisa-order', 'accepted', 'completed'),
  ('evisa-order', 'cancel_quoted', 'completed'),
  ('evisa-order', 'accepted', 'closed'),
  ('evisa-order', 'cancel_quoted', 'closed'),
  ('evisa-order', 'held', 'cancel_quoted'),
  ('evisa-order', 'accepted', 'cancel_quoted'),
  ('evisa-order', 'cancel_quoted', 'held'),
  ('evisa-order', 'cancel_quoted', 'accepted'),
  ('evisa-order', 'cancel_quoted', 'cancelled'),
  ('evisa-order', 'paid', 'cancelled'),
  ('evisa-order', 'cancelled', 'refund_due'),
  ('evisa-order', 'expired', 'refund_due'),
  ('evisa-order', 'refund_due', 'refunded');
create trigger orders_evisa_edges before update on orders for each row when (new.kind = 'evisa') execute function refuse_undeclared_edge('evisa-order');

-- The catalogue: what is sold of each country, as one offer; a group freezes the one it was begun under.
create table evisa_countries (
  code text primary key check (code ~ '^[A-Z]{2}$'),
  slug text not null unique,
  status text not null default 'live' check (status in ('draft', 'verified', 'live', 'paused', 'retired')),
  offer jsonb not null,
  version integer not null default 1,
  changed_at timestamptz not null
);
insert into status_edges (machine, from_status, to_status) values
  ('evisa-country', 'draft', 'verified'), ('evisa-country', 'verified', 'live'), ('evisa-country', 'verified', 'draft'),
  ('evisa-country', 'live', 'paused'), ('evisa-country', 'paused', 'live'), ('evisa-country', 'live', 'retired'), ('evisa-country', 'paused', 'retired');
create trigger evisa_countries_edges before update on evisa_countries for each row execute function refuse_undeclared_edge('evisa-country');

-- People who apply together: one country, one type, one speed.
create table evisa_groups (
  id text primary key,
  secret_hash text not null,
  user_id text references users (id),
  country text not null references evisa_countries (code),
  offer jsonb not null,
  type_code text not null,
  speed text not null check (speed in ('standard', 'express')),
  arrival date not null,
  courier boolean not null default false,
  language text not null,
  -- Sealed: e-mail and phone as one text; empty until they are given.
  contact text not null default '',
  email_index text not null default '',
  -- The sale in force; orders that ended unpaid lead here by evisa_orders.
  order_id text unique references orders (id),
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- Unpaid ones are removed with all that was sent.
  expires_at timestamptz not null
);
create index evisa_groups_by_user on evisa_groups (user_id, changed_at desc) where user_id is not null;
create index evisa_groups_by_expiry on evisa_groups (expires_at) where order_id is null;

create table evisa_orders (
  order_id text primary key references orders (id),
  group_id text not null references evisa_groups (id)
);
create index evisa_orders_by_group on evisa_orders (group_id);

create table evisa_applications (
  id text primary key,
  group_id text not null references evisa_groups (id),
  position integer not null check (position between 0 and 8),
  status text not null default 'draft',
  version integer not null default 0,
  -- Sealed: the form as it was typed.
  personal text not null,
  officer text references internal_users (user_id),
  -- Who looked through it first; somebody else confirms.
  reviewed_by text references internal_users (user_id),
  filed_by text references internal_users (user_id),
  authority_reference text,
  filed_at timestamptz,
  received_at timestamptz,
  deliver_by date,
  over_at timestamptz,
  rejection text,
  -- Sealed: number, name, passport and dates as printed on the visa that was issued.
  issued text,
  reminded integer not null default 0,
  -- When what was sent is removed from disk.
  purge_on date,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  unique (group_id, position)
);
create index evisa_applications_by_status on evisa_applications (status, received_at, id);
create index evisa_applications_by_due on evisa_applications (deliver_by, id) where received_at is not null and over_at is null;
create index evisa_applications_by_officer on evisa_applications (officer, status) where officer is not null;
create index evisa_applications_by_received on evisa_applications (received_at desc, id) where received_at is not null;

insert into status_edges (machine, from_status, to_status) values
  ('evisa-application', 'draft', 'pre_checked'),
  ('evisa-application', 'pre_checked', 'draft'),
  ('evisa-application', 'pre_checked', 'received'),
  ('evisa-application', 'received', 'in_review'),
  ('evisa-application', 'in_review', 'more_info_needed'),
  ('evisa-application', 'more_info_needed', 'in_review'),
  ('evisa-application', 'more_info_needed', 'closed_incomplete'),
  ('evisa-application', 'in_review', 'ready_to_submit'),
  ('evisa-application', 'ready_to_submit', 'in_review'),
  ('evisa-application', 'ready_to_submit', 'submitted_to_authority'),
  ('evisa-application', 'submitted_to_authority', 'authority_query'),
  ('evisa-application', 'delayed', 'authority_query'),
  ('evisa-application', 'authority_query', 'submitted_to_authority'),
  ('evisa-application', 'submitted_to_authority', 'delayed'),
  ('evisa-application', 'submitted_to_authority', 'approved_unchecked'),
  ('evisa-application', 'delayed', 'approved_unchecked'),
  ('evisa-application', 'approved_unchecked', 'delivered'),
  ('evisa-application', 'approved_unchecked', 'correction'),
  ('evisa-application', 'correction', 'approved_unchecked'),
  ('evisa-application', 'submitted_to_authority', 'rejected'),
  ('evisa-application', 'delayed', 'rejected'),
  ('evisa-application', 'authority_query', 'rejected'),
  ('evisa-application', 'received', 'withdrawn'),
  ('evisa-application', 'in_review', 'withdrawn'),
  ('evisa-application', 'more_info_needed', 'withdrawn'),
  ('evisa-application', 'ready_to_submit', 'withdrawn'),
  ('evisa-application', 'delivered', 'used'),
  ('evisa-application', 'delivered', 'expired');
create trigger evisa_applications_edges before update on evisa_applications for each row execute function refuse_undeclared_edge('evisa-application');

create table evisa_events (
  application_id text not null references evisa_applications (id) on delete cascade,
  version integer not null,
  event text not null,
  from_status text not null,
  to_status text not null,
  actor text not null,
  detail jsonb not null default '{}',
  at timestamptz not null,
  primary key (application_id, version)
);
-- Steps of a paid application are a record; those of a draft go with it.
create function refuse_evisa_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select 1 from evisa_applications where id = old.application_id and received_at is not null) then
    return old;
  end if;
  raise exception 'evisa_events is append-only' using errcode = '23001';
end $$;
create trigger evisa_events_append_only before update or delete on evisa_events for each row execute function refuse_evisa_history();

-- Papers; the bytes lie sealed with the stored files under a random name.
create table evisa_documents (
  id text primary key,
  application_id text not null references evisa_applications (id) on delete cascade,
  kind text not null,
  type text not null check (type in ('application/pdf', 'image/jpeg', 'image/png')),
  bytes integer not null check (bytes > 0),
  width integer,
  height integer,
  warnings jsonb not null default '[]',
  stored text not null unique,
  sent_by text not null,
  at timestamptz not null,
  -- Replaced by a newer one, or removed from disk.
  replaced_at timestamptz,
  purged_at timestamptz
);
create index evisa_documents_by_application on evisa_documents (application_id, kind, at);

-- What an officer asks for, item by item.
create table evisa_requests (
  id text primary key,
  application_id text not null references evisa_applications (id) on delete cascade,
  -- Codes of papers and fields.
  items jsonb not null,
  -- Sealed: a sentence of the officer in the traveller's language.
  words text not null,
  -- Sealed: what the traveller wrote back.
  answer text,
  asked_by text not null references internal_users (user_id),
  asked_at timestamptz not null,
  answered_at timestamptz
);
create index evisa_requests_by_application on evisa_requests (application_id, asked_at);

-- What goes back of one application: put on record when it ends or is late, settled by a job. Once for each cause.
create table evisa_refunds (
  application_id text not null references evisa_applications (id),
  cause text not null check (cause in ('ended', 'late')),
  stage text not null,
  -- Price line and fils.
  lines jsonb not null,
  amount bigint not null check (amount >= 0),
  settled_at timestamptz,
  at timestamptz not null,
  primary key (application_id, cause)
);
create index evisa_refunds_open on evisa_refunds (at) where settled_at is null;
