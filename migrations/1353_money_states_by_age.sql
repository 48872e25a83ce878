-- When an order was placed lies beside how its money stands: the newest orders of a state that comes weeks after an order was
-- placed were sought among all newer ones. An order is placed once.
alter table order_money_states add column created_at timestamptz;
update order_money_states m set created_at = o.created_at from orders o where o.id = m.order_id;
create index order_money_states_by_age on order_money_states (kind, state, created_at, order_id);

create function age_of_money_state() returns trigger language plpgsql as $$
begin
  new.created_at := (select created_at from orders where id = new.order_id);
  return new;
end $$;
create trigger order_money_states_take_age before insert on order_money_states for each row execute function age_of_money_state();
