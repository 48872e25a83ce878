-- A cardholder complains to their bank about a payment, and the bank takes the money back until it has decided.
create table disputes (
  id text primary key,
  provider text not null,
  provider_ref text not null,
  -- The payment that the bank knows; of a basket the one of all its orders.
  payment_id text not null references payments (id),
  status text not null,
  -- Grows by one with every change; a form names the one that it was opened with.
  version integer not null default 1,
  -- The bank's own word for why.
  reason text not null,
  -- Minor units: what is disputed, and what was taken, given back, charged and written off of it so far.
  amount bigint not null check (amount > 0),
  taken bigint not null default 0,
  returned bigint not null default 0,
  fee bigint not null default 0,
  written_off bigint not null default 0,
  currency text not null,
  -- Until when the bank listens to us.
  respond_by timestamptz,
  -- The colleague who has taken it on.
  owner_id text,
  opened_at timestamptz not null,
  changed_at timestamptz not null,
  closed_at timestamptz,
  unique (provider, provider_ref)
);
create index disputes_by_payment on disputes (payment_id);

-- What of it is of which order: of a payment for one order all of it.
create table dispute_parts (
  dispute_id text not null references disputes (id),
  payment_id text not null references payments (id),
  order_id text not null,
  amount bigint not null check (amount > 0),
  -- Of what was written off.
  written_off bigint not null default 0,
  primary key (dispute_id, payment_id)
);
create index dispute_parts_by_order on dispute_parts (order_id);
create index dispute_parts_by_payment on dispute_parts (payment_id);

insert into status_edges (machine, from_status, to_status) values
  ('dispute', 'warning_needs_response', 'needs_response'),
  ('dispute', 'warning_needs_response', 'under_review'),
  ('dispute', 'warning_needs_response', 'won'),
  ('dispute', 'warning_needs_response', 'lost'),
  ('dispute', 'warning_needs_response', 'prevented'),
  ('dispute', 'needs_response', 'under_review'),
  ('dispute', 'needs_response', 'won'),
  ('dispute', 'needs_response', 'lost'),
  ('dispute', 'needs_response', 'prevented'),
  ('dispute', 'under_review', 'needs_response'),
  ('dispute', 'under_review', 'won'),
  ('dispute', 'under_review', 'lost'),
  ('dispute', 'under_review', 'prevented');
create trigger disputes_edges before update on disputes for each row execute function refuse_undeclared_edge('dispute');
create trigger disputes_version before update on disputes for each row execute function require_next_version();

-- What we say to the bank: written by one colleague, sent by another. The id is the provider's key, so it is said once.
create table dispute_answers (
  id text primary key,
  dispute_id text not null references disputes (id),
  kind text not null check (kind in ('contest', 'accept')),
  status text not null,
  -- Sealed: what is told to the bank, or why the loss is taken.
  words text not null,
  written_by text not null,
  written_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  settled_at timestamptz,
  check (decided_by is null or decided_by <> written_by or status = 'withdrawn')
);
create index dispute_answers_by_dispute on dispute_answers (dispute_id);
create unique index dispute_answers_one_in_hand on dispute_answers (dispute_id) where status in ('written', 'sending');
insert into status_edges (machine, from_status, to_status) values
  ('dispute-answer', 'written', 'sending'),
  ('dispute-answer', 'written', 'withdrawn'),
  ('dispute-answer', 'sending', 'sent'),
  ('dispute-answer', 'sending', 'refused');
create trigger dispute_answers_edges before update on dispute_answers for each row execute function refuse_undeclared_edge('dispute-answer');

-- Taken by a cardholder's bank, given back, written off, and charged for the work.
alter table ledger_transfers drop constraint ledger_transfers_kind_check;
alter table ledger_transfers add constraint ledger_transfers_kind_check
  check (kind in ('authorise', 'void', 'capture', 'refund', 'fee', 'exchange', 'chargeback', 'payout', 'bank-charge', 'credit',
    'chargeback-return', 'chargeback-loss', 'dispute-fee'));

insert into desk_lists (name) values ('disputes');
