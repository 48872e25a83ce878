-- Append-only double entry in minor units. A positive entry is a debit, a negative one a credit.
create table ledger_accounts (
  id bigint generated always as identity primary key,
  code text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- memo accounts track what is promised, not what has moved
  kind text not null check (kind in ('asset', 'liability', 'expense', 'income', 'memo')),
  order_id text,
  unique nulls not distinct (code, currency, order_id),
  unique (id, currency)
);
create index ledger_accounts_by_order on ledger_accounts (order_id) where order_id is not null;

create table ledger_transfers (
  id bigint generated always as identity primary key,
  -- the same posting cannot be made twice
  key text not null unique,
  kind text not null check (kind in ('authorise', 'void', 'capture', 'refund', 'fee', 'exchange', 'chargeback')),
  currency text not null,
  order_id text,
  payment_id text,
  -- the other half of an exchange between two currencies
  linked_to bigint references ledger_transfers (id),
  posted_at timestamptz not null,
  unique (id, currency)
);
create index ledger_transfers_by_order on ledger_transfers (order_id);
create index ledger_transfers_by_payment on ledger_transfers (payment_id);

create table ledger_entries (
  id bigint generated always as identity primary key,
  transfer_id bigint not null,
  account_id bigint not null,
  currency text not null,
  amount bigint not null check (amount <> 0),
  foreign key (transfer_id, currency) references ledger_transfers (id, currency),
  foreign key (account_id, currency) references ledger_accounts (id, currency)
);
create index ledger_entries_by_transfer on ledger_entries (transfer_id);
create index ledger_entries_by_account on ledger_entries (account_id);

create trigger ledger_accounts_append_only before update or delete on ledger_accounts for each row execute function refuse_change();
create trigger ledger_transfers_append_only before update or delete on ledger_transfers for each row execute function refuse_change();
create trigger ledger_entries_append_only before update or delete on ledger_entries for each row execute function refuse_change();
create trigger ledger_accounts_kept before truncate on ledger_accounts for each statement execute function refuse_change();
create trigger ledger_transfers_kept before truncate on ledger_transfers for each statement execute function refuse_change();
create trigger ledger_entries_kept before truncate on ledger_entries for each statement execute function refuse_change();

-- Judged at commit, when a transfer has all its entries.
create function refuse_unbalanced_transfer() returns trigger language plpgsql as $$
declare
  total numeric;
  entries bigint;
begin
  select coalesce(sum(amount), 0), count(*) into total, entries from ledger_entries
    where transfer_id = (case when tg_table_name = 'ledger_transfers' then new.id else (to_jsonb(new) ->> 'transfer_id')::bigint end);
  if total <> 0 or entries < 2 then
    raise exception 'a ledger transfer sums to % over % entries', total, entries using errcode = '23514', constraint = 'ledger_balanced';
  end if;
  return null;
end $$;
create constraint trigger ledger_transfers_balanced after insert on ledger_transfers
  deferrable initially deferred for each row execute function refuse_unbalanced_transfer();
create constraint trigger ledger_entries_balanced after insert on ledger_entries
  deferrable initially deferred for each row execute function refuse_unbalanced_transfer();

-- What customers are owed is a credit: no order may give back more than it took, nor release more than was promised.
create function refuse_overdrawn_account() returns trigger language plpgsql as $$
declare
  account ledger_accounts;
  balance numeric;
begin
  select * into account from ledger_accounts where id = new.account_id;
  if account.code not in ('customer-funds', 'customer-promise') then
    return null;
  end if;
  select coalesce(sum(amount), 0) into balance from ledger_entries where account_id = new.account_id;
  if balance > 0 then
    raise exception '% of order % would be overdrawn by %', account.code, account.order_id, balance using errcode = '23514', constraint = 'ledger_overdrawn';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_covered after insert on ledger_entries
  deferrable initially deferred for each row execute function refuse_overdrawn_account();
