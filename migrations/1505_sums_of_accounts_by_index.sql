-- The same of the entries of an account, which are added up. Apart from the accounts, so that a posting waits for one of them only.
create index ledger_entries_of_account on ledger_entries (account_id) include (amount);
drop index ledger_entries_by_account;
