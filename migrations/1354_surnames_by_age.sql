-- The kind of an order and when it was placed lie beside the surnames of its travellers: for the newest orders of a common name
-- all orders of that name were read and sorted. Neither ever changes.
alter table order_travellers add column kind text;
alter table order_travellers add column placed_at timestamptz;
update order_travellers t set kind = o.kind, placed_at = o.created_at from orders o where o.id = t.order_id;
create index order_travellers_by_surname_and_age on order_travellers (surname_index, kind, placed_at, order_id) include (position);

create function order_of_traveller() returns trigger language plpgsql as $$
begin
  select o.kind, o.created_at into new.kind, new.placed_at from orders o where o.id = new.order_id;
  return new;
end $$;
create trigger order_travellers_take_order before insert on order_travellers for each row execute function order_of_traveller();
