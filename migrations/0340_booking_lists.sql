-- Lists of what is booked: kept views and runs, and the ways such a list is read.
alter table desk_views drop constraint desk_views_list_check;
alter table desk_views add constraint desk_views_list_check check (list in ('flights', 'evisa', 'assisted', 'holiday', 'experience', 'staycation'));
alter table desk_bulk_runs drop constraint desk_bulk_runs_list_check;
alter table desk_bulk_runs add constraint desk_bulk_runs_list_check
  check (list in ('flights', 'evisa', 'assisted', 'holiday', 'experience', 'staycation'));
create index bookings_by_start on bookings (kind, starts_at, id);
create index bookings_by_placing on bookings (kind, created_at, id);

-- What is booked, with its sale: who has it in hand, what it costs, and the day on which the next part of it is due.
create view booking_desk as
  select b.id, b.order_id, b.kind, b.status, b.item, b.places, b.starts_local, b.starts_at, b.ends_at, b.zone, b.operator, b.created_at,
    o.reference, o.total, o.currency, o.assigned_to,
    (select min(i.due_on) from instalments i where i.order_id = b.order_id and i.paid_at is null) as due_on
  from bookings b
  join orders o on o.id = b.order_id;
