-- A flight booked without an account whose names an application is compared with: named by its reference and proved.
alter table evisa_groups add column ticket_order_id text references orders (id);
