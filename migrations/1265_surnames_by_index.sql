-- Whose surname it is, and what was invoiced to an order: both are told by the indexes by which they are found.
drop index order_travellers_by_surname;
create index order_travellers_by_surname on order_travellers (surname_index, order_id);
drop index invoices_by_order;
create index invoices_by_order on invoices (order_id, issued_at, id);
