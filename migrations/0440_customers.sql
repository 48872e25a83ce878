-- Whom the house knows: one row for a person, under the keys by which their rows elsewhere name them (docs/decisions/0023).
create table customers (
  id text primary key,
  version integer not null default 1,
  -- A duplicate keeps its row, so that a merge can be undone.
  merged_into text references customers (id) on delete cascade check (merged_into <> id),
  -- Sealed. Words of the name, the phone and the first traveller's name with birthday are found by fingerprints.
  name text not null,
  email text not null,
  phone text,
  name_words jsonb not null default '[]',
  email_index text not null,
  phone_index text,
  person_index text,
  has_account boolean not null,
  country text,
  language text,
  -- Kept from what is booked and posted, by the changes below; fils of AED.
  orders integer not null default 0,
  lifetime bigint not null default 0,
  balance bigint not null default 0,
  first_seen_at timestamptz not null,
  last_contact_at timestamptz not null,
  tags text[] not null default '{}',
  risk text not null default 'none' check (risk in ('none', 'watch', 'high')),
  blocked_at timestamptz,
  blocked_by text,
  blocked_reason text check (blocked_reason in ('payment-fraud', 'false-papers', 'abuse', 'law')),
  check ((blocked_at is null) = (blocked_reason is null))
);
create index customers_by_contact on customers (last_contact_at, id) where merged_into is null;
create index customers_by_lifetime on customers (lifetime, id) where merged_into is null;
create index customers_by_orders on customers (orders, id) where merged_into is null;
create index customers_by_balance on customers (balance, id) where merged_into is null;
create index customers_by_country on customers (country, last_contact_at, id) where merged_into is null;
create index customers_guests on customers (has_account, last_contact_at, id) where merged_into is null;
create index customers_owing on customers (last_contact_at, id) where merged_into is null and balance > 0;
create index customers_at_risk on customers (last_contact_at, id) where merged_into is null and risk <> 'none';
create index customers_blocked on customers (last_contact_at, id) where merged_into is null and blocked_at is not null;
create index customers_by_tags on customers using gin (tags);
create index customers_by_name on customers using gin (name_words jsonb_path_ops);
create index customers_by_email on customers (email_index);
create index customers_by_phone on customers (phone_index);
create index customers_by_person on customers (person_index);
create index customers_merged on customers (merged_into) where merged_into is not null;

-- By what a person's rows name them: an account, or the fingerprint of a mail address that orders carry.
create table customer_keys (
  kind text not null check (kind in ('account', 'mail')),
  key text not null,
  customer_id text not null references customers (id) on delete cascade,
  -- Sealed; of a mail key.
  mail text check ((kind = 'mail') = (mail is not null)),
  primary key (kind, key)
);
create index customer_keys_by_customer on customer_keys (customer_id);

create table customer_notes (
  id text primary key,
  customer_id text not null references customers (id) on delete cascade,
  author text not null,
  -- Sealed.
  words text not null,
  -- Colleagues who were asked to look.
  told text[] not null default '{}',
  at timestamptz not null
);
create index customer_notes_by_customer on customer_notes (customer_id, at);

create table customer_reveals (
  id text primary key,
  customer_id text not null references customers (id) on delete cascade,
  field text not null check (field in ('email', 'phone')),
  staff_id text not null,
  reason text not null check (reason in ('call-back', 'identity', 'complaint', 'delivery', 'fraud')),
  at timestamptz not null,
  until timestamptz not null
);
create index customer_reveals_by_customer on customer_reveals (customer_id, staff_id, until);

create table customer_merges (
  id text primary key,
  kept_id text not null references customers (id) on delete cascade,
  gone_id text not null references customers (id) on delete cascade,
  -- What moved, so that undoing moves back that and nothing else.
  keys jsonb not null,
  notes jsonb not null,
  tags_before text[] not null,
  reason text not null check (reason in ('same-mail', 'same-phone', 'same-person', 'they-said', 'address-proved')),
  merged_by text not null,
  merged_at timestamptz not null,
  undo_until timestamptz not null,
  undone_by text,
  undone_at timestamptz
);
create index customer_merges_by_kept on customer_merges (kept_id, merged_at);
create index customer_merges_by_gone on customer_merges (gone_id, merged_at);

-- Staff who look at the shop as a traveller sees it: reading only, a quarter of an hour.
create table customer_visits (
  id text primary key,
  token_hash text not null unique,
  customer_id text not null references customers (id) on delete cascade,
  user_id text not null references users (id),
  staff_id text not null,
  reason text not null check (reason in ('call-back', 'identity', 'complaint', 'delivery', 'fraud')),
  started_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz
);
create index customer_visits_by_customer on customer_visits (customer_id, started_at);

-- Whose figures have to be kept up, written by the database in the transaction that changes them and read by a job.
create table customer_changes (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('account', 'order', 'inquiry', 'consultation')),
  ref text not null
);

create function note_customer_change() returns trigger language plpgsql as $$
begin
  insert into customer_changes (kind, ref) values (tg_argv[0], to_jsonb(new) ->> tg_argv[1]);
  return null;
end $$;

create trigger customer_of_account after insert or update of name, email, email_verified, phone on users
  for each row execute function note_customer_change('account', 'id');
create trigger customer_of_profile after insert or update on customer_profiles
  for each row execute function note_customer_change('account', 'user_id');
create trigger customer_of_colleague after insert or update on internal_users
  for each row execute function note_customer_change('account', 'user_id');
create trigger customer_of_order after insert or update of status, user_id on orders
  for each row execute function note_customer_change('order', 'id');
create trigger customer_of_money after insert on ledger_transfers
  for each row when (new.order_id is not null) execute function note_customer_change('order', 'order_id');
create trigger customer_of_invoice after insert on invoices
  for each row execute function note_customer_change('order', 'order_id');
create trigger customer_of_inquiry after insert or update of version on inquiries
  for each row execute function note_customer_change('inquiry', 'id');
create trigger customer_of_consultation after insert on consultations
  for each row execute function note_customer_change('consultation', 'id');

insert into customer_changes (kind, ref) select 'account', id from users order by created_at;
insert into customer_changes (kind, ref) select 'order', id from orders order by created_at;
insert into customer_changes (kind, ref) select 'inquiry', id from inquiries order by created_at;
insert into customer_changes (kind, ref) select 'consultation', id from consultations order by created_at;

create index inquiries_by_user on inquiries (user_id, created_at) where user_id is not null;
create index consultations_by_user on consultations (user_id, created_at) where user_id is not null;

insert into desk_lists (name) values ('customers');

-- What a colleague wrote down for somebody is not erased on that colleague's word alone.
alter table privacy_requests add column agreed_by text;
alter table privacy_requests add column agreed_at timestamptz;
alter table privacy_requests add constraint privacy_requests_two_people check (agreed_by is null or agreed_by <> recorded_by);
