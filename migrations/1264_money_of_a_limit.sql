-- How the money of an order with a limit stands, beside the limit: a list of one state of money, sorted by limit, read every
-- order that has one only to find that none is in that state.
alter table flight_orders add column limit_paid text;

create or replace function keep_flight_limit(asked text) returns void language plpgsql as $$
declare
  due timestamptz;
  state text;
  paid text;
begin
  -- Whoever changes another part of it at the same moment waits here, and then sees this one.
  perform 1 from flight_orders where order_id = asked for no key update;
  due := flight_limit(asked);
  if due is not null then
    select o.status, coalesce(m.state, 'unpaid') into state, paid
      from orders o left join order_money_states m on m.order_id = o.id where o.id = asked;
  end if;
  update flight_orders set limit_at = due, limit_of = state, limit_paid = paid
    where order_id = asked and (limit_at, limit_of, limit_paid) is distinct from (due, state, paid);
end $$;
create trigger order_money_states_keep_flight_limit_of_new after insert on order_money_states
  for each row when (new.kind = 'flight') execute function flight_limit_of_part();
create trigger order_money_states_keep_flight_limit after update of state on order_money_states
  for each row when (new.kind = 'flight' and new.state <> old.state) execute function flight_limit_of_part();

update flight_orders f set limit_paid = coalesce((select m.state from order_money_states m where m.order_id = f.order_id), 'unpaid')
  where f.limit_of is not null;
create index flight_orders_by_money_of_limit on flight_orders (limit_paid, limit_at, order_id) include (limit_of) where limit_of is not null;

create or replace view flight_desk as
  select o.id, o.reference, o.status, o.total, o.currency, o.email_index, o.created_at,
    f.origin, f.destination, f.departs_on, f.departs_at, f.airline, f.supplier,
    (select k.offer #>> '{slices,0,segments,0,departs,local}' from flight_contracts k where k.order_id = o.id order by k.position limit 1)
      as departs_local,
    coalesce(
      (select array_agg(k.locator order by k.position) from flight_contracts k where k.order_id = o.id and k.locator is not null), '{}')
      as locators,
    f.limit_at,
    o.assigned_to,
    f.limit_of,
    f.limit_paid
  from orders o
  join flight_orders f on f.order_id = o.id
  where o.kind = 'flight';
