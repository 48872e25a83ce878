-- Orders that were placed before each had a row, and never had money. Apart from the trigger, whose table is locked until its
-- transaction is over.
insert into order_money_states (order_id, kind, state)
  select id, kind, 'unpaid' from orders o where not exists (select from order_money_states m where m.order_id = o.id)
  on conflict (order_id) do nothing;
