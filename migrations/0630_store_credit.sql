-- Store credit: what a traveller takes instead of money when an operator cancels, with a bonus on top.

-- The bonus and the life of new credit; the highest number counts, and what was promised once stays as it was.
create table credit_terms (
  number integer primary key,
  bonus_percent integer not null check (bonus_percent between 0 and 50),
  months integer not null check (months between 3 and 60),
  reason text not null,
  made_by text not null,
  made_at timestamptz not null
);
insert into credit_terms (number, bonus_percent, months, reason, made_by, made_at)
  values (1, 10, 12, 'The terms the house began with', 'system', '2026-01-01T00:00:00Z');
create trigger credit_terms_append_only before update or delete on credit_terms for each row execute function refuse_change();

-- A sum as it was given. The money of it can be taken back as money while it is unspent; the bonus cannot.
create table credit_lots (
  id text primary key,
  user_id text not null references users (id),
  -- The cancelled order whose money it was.
  order_id text not null references orders (id),
  part text not null check (part in ('money', 'bonus')),
  currency text not null,
  amount bigint not null check (amount > 0),
  remaining bigint not null check (remaining between 0 and amount),
  ends_on date not null,
  made_at timestamptz not null,
  unique (order_id, part)
);
create index credit_lots_of_account on credit_lots (user_id, ends_on);
create index credit_lots_by_end on credit_lots (ends_on) where remaining > 0;

create table credit_moves (
  id bigint generated always as identity primary key,
  key text not null unique,
  lot_id text not null references credit_lots (id),
  kind text not null check (kind in ('given', 'spent', 'returned', 'paid-out', 'lapsed')),
  -- Minor units; what is taken out of the lot is negative.
  amount bigint not null check (amount <> 0),
  payment_id text references payments (id),
  at timestamptz not null
);
create index credit_moves_of_lot on credit_moves (lot_id, id);
create index credit_moves_of_payment on credit_moves (payment_id) where payment_id is not null;
create trigger credit_moves_append_only before update or delete on credit_moves for each row execute function refuse_change();

-- Credit that its owner has put aside for an order that is kept and unpaid. It counts while the order can be paid.
create table credit_uses (
  order_id text primary key references orders (id),
  user_id text not null references users (id),
  amount bigint not null check (amount > 0),
  at timestamptz not null
);
create index credit_uses_of_account on credit_uses (user_id);

alter table ledger_transfers drop constraint ledger_transfers_kind_check;
alter table ledger_transfers add constraint ledger_transfers_kind_check
  check (kind in ('authorise', 'void', 'capture', 'refund', 'fee', 'exchange', 'chargeback', 'payout', 'bank-charge', 'credit'));
