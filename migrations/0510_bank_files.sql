-- Money that leaves a provider's account for the house's own, and what the bank takes for its work.
alter table ledger_transfers drop constraint ledger_transfers_kind_check;
alter table ledger_transfers add constraint ledger_transfers_kind_check
  check (kind in ('authorise', 'void', 'capture', 'refund', 'fee', 'exchange', 'chargeback', 'payout', 'bank-charge'));

-- A statement as the bank gave it out. The same file is taken once, and so is a statement that comes in another file.
create table bank_statements (
  id text primary key,
  file_hash text not null,
  file_name text not null,
  format text not null check (format in ('camt', 'csv')),
  account text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reference text not null,
  first_on date not null,
  last_on date not null,
  -- unknown where a table does not say them
  opening bigint,
  closing bigint,
  check ((opening is null) = (closing is null)),
  taken_by text not null,
  taken_at timestamptz not null,
  unique (account, currency, reference)
);
create unique index bank_statements_one_file on bank_statements (file_hash, account, currency, reference);
create index bank_statements_by_account on bank_statements (account, currency, last_on);

create table bank_lines (
  id text primary key,
  statement_id text not null references bank_statements (id),
  position integer not null,
  booked_on date not null,
  -- minor units; what left the account is negative
  amount bigint not null check (amount <> 0),
  currency text not null,
  -- who paid or was paid, from which account, and what was written: sealed
  details text not null,
  -- references of orders that stand in what was written
  named text[] not null,
  status text not null check (status in ('open', 'asked', 'matched', 'not-ours')),
  -- why it is not ours
  note text,
  -- the order that its money is of, where it is one
  order_id text references orders (id),
  version integer not null,
  changed_at timestamptz not null,
  unique (statement_id, position)
);
create index bank_lines_by_day on bank_lines (booked_on desc, id desc);
create index bank_lines_by_amount on bank_lines (amount desc, id desc);
create index bank_lines_by_status on bank_lines (status, booked_on desc, id desc);
create index bank_lines_by_order on bank_lines (order_id) where order_id is not null;
create index bank_lines_by_named on bank_lines using gin (named);

-- What a line was said to be: one part or several, each a posting of its own.
create table bank_matches (
  id text primary key,
  line_id text not null references bank_lines (id),
  parts jsonb not null,
  amount bigint not null check (amount > 0),
  status text not null check (status in ('asked', 'approved', 'declined', 'undone')),
  -- within the asker's own limit
  alone boolean not null,
  asked_by text not null,
  asked_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  constraint bank_matches_second_person check (status <> 'approved' or alone or (decided_by is not null and decided_by <> asked_by))
);
create index bank_matches_by_line on bank_matches (line_id, asked_at);
create unique index bank_matches_one_living on bank_matches (line_id) where status in ('asked', 'approved');

insert into status_edges (machine, from_status, to_status) values
  ('bank-line', 'open', 'asked'), ('bank-line', 'open', 'matched'), ('bank-line', 'open', 'not-ours'),
  ('bank-line', 'asked', 'matched'), ('bank-line', 'asked', 'open'), ('bank-line', 'matched', 'open'), ('bank-line', 'not-ours', 'open'),
  ('bank-match', 'asked', 'approved'), ('bank-match', 'asked', 'declined'), ('bank-match', 'approved', 'undone');
create trigger bank_lines_edges before update on bank_lines for each row execute function refuse_undeclared_edge('bank-line');
create trigger bank_matches_edges before update on bank_matches for each row execute function refuse_undeclared_edge('bank-match');

insert into desk_lists (name) values ('bank-lines');
