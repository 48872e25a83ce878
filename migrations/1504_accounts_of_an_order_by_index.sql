-- The accounts of an order are found in the index alone: what the money of each document of a page comes to read the row of its
-- account as well, which lies apart for every order. In the place of an index without what it now carries, so that a new account
-- makes as many entries as before; made before that one is dropped, so that nobody who only reads waits.
create index ledger_accounts_of_order on ledger_accounts (order_id) include (code, id) where order_id is not null;
drop index ledger_accounts_by_order;
