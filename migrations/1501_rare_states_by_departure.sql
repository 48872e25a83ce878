-- The state of a flight order beside when it departs, but for the three in which nearly all orders end: the refunds of a desk
-- are sorted by departure from one index, where the order of every flight was looked up until a page had enough of them.
-- It is written with the limit, whose row changes at nearly every such step anyway.
alter table flight_orders add column rare_state text;

create or replace function keep_flight_limit(asked text) returns void language plpgsql as $$
declare
  due timestamptz;
  state text;
  paid text;
  rare text;
begin
  -- Whoever changes another part of it at the same moment waits here, and then sees this one.
  perform 1 from flight_orders where order_id = asked for no key update;
  due := flight_limit(asked);
  select o.status, coalesce(m.state, 'unpaid') into state, paid
    from orders o left join order_money_states m on m.order_id = o.id where o.id = asked;
  rare := case when state not in ('expired', 'ticketed', 'flown') then state end;
  if due is null then
    state := null;
    paid := null;
  end if;
  update flight_orders set limit_at = due, limit_of = state, limit_paid = paid, rare_state = rare
    where order_id = asked and (limit_at, limit_of, limit_paid, rare_state) is distinct from (due, state, paid, rare);
end $$;

create index flight_orders_of_rare_by_time on flight_orders (rare_state, departs_at, order_id) where rare_state is not null;
