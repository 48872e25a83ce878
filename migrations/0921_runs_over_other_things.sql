-- A run may go over things that are no orders: each line names an order, or the thing itself.
alter table desk_bulk_lines alter column order_id drop not null;
alter table desk_bulk_lines add constraint desk_bulk_lines_about check (order_id is not null or subject is not null);
