-- While a bank decides whose the money is, vouchers of the orders are not honoured, unless a colleague says so here.
alter table disputes
  add column let_in_by text,
  add column let_in_at timestamptz,
  add constraint disputes_let_in check ((let_in_by is null) = (let_in_at is null));
