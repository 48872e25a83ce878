-- Whose a booking is lies beside its start: a clerk's own bookings by day of departure were looked up by all orders of theirs.
-- The order says it; a trigger keeps it.
alter table bookings add column owner text;
update bookings b set owner = o.assigned_to from orders o where o.id = b.order_id and o.assigned_to is not null;
create index bookings_in_hand on bookings (kind, owner, starts_at, id) where owner is not null;

create function owner_of_booking() returns trigger language plpgsql as $$
begin
  new.owner := (select assigned_to from orders where id = new.order_id);
  return new;
end $$;
create trigger bookings_take_owner before insert on bookings for each row execute function owner_of_booking();

create or replace function order_work_of_owner() returns trigger language plpgsql as $$
begin
  perform lock_order_work(new.id);
  update order_work set owner = new.assigned_to where order_id = new.id and owner is distinct from new.assigned_to;
  update bookings set owner = new.assigned_to where order_id = new.id and owner is distinct from new.assigned_to;
  return null;
end $$;

create or replace view booking_desk as
  select b.id, b.order_id, b.kind, b.status, b.item, b.places, b.starts_local, b.starts_at, b.ends_at, b.zone, b.operator, b.created_at,
    o.reference, o.total, o.currency, b.owner as assigned_to,
    (select min(i.due_on) from instalments i where i.order_id = b.order_id and i.paid_at is null) as due_on
  from bookings b
  join orders o on o.id = b.order_id and o.kind = b.kind;
