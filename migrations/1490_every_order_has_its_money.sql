-- Every order has a row of how its money stands, from the moment it is placed. One without a row was unpaid, and so the unpaid
-- ones were counted by looking for the row of every order there is, and sorted by age otherwise than all other states.
create function begin_money_state() returns trigger language plpgsql as $$
begin
  insert into order_money_states (order_id, kind, state) select id, kind, 'unpaid' from begun on conflict (order_id) do nothing;
  return null;
end $$;
create trigger orders_begin_money_states after insert on orders referencing new table as begun
  for each statement execute function begin_money_state();

-- That nothing was paid says nothing new of a limit.
drop trigger order_money_states_keep_flight_limit_of_new on order_money_states;
create trigger order_money_states_keep_flight_limit_of_new after insert on order_money_states
  for each row when (new.kind = 'flight' and new.state <> 'unpaid') execute function flight_limit_of_part();
