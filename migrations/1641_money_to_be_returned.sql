-- A transfer of a customer that fits nothing: the house owes it to whoever paid it, until its bank shows it leaving.
alter table ledger_transfers drop constraint ledger_transfers_kind_check;
alter table ledger_transfers add constraint ledger_transfers_kind_check
  check (kind in ('authorise', 'void', 'capture', 'refund', 'fee', 'exchange', 'chargeback', 'payout', 'bank-charge', 'credit',
    'chargeback-return', 'chargeback-loss', 'dispute-fee', 'payer-money'));

-- what of the line is still to go back to its payer
alter table bank_lines add column to_return bigint not null default 0;
alter table bank_lines add constraint bank_lines_to_return_check check (to_return = 0 or (to_return > 0 and status = 'matched'));
create index bank_lines_by_return on bank_lines (booked_on desc, id desc) where to_return > 0;

-- Money that leaves for a payer is never one person's word, whatever it is.
alter table bank_matches add constraint bank_matches_returned_by_two check (not (alone and parts @> '[{"kind": "returned"}]'));
create index bank_matches_returning on bank_matches using gin (parts jsonb_path_ops) where status in ('asked', 'approved');
