-- How the money of each order stands, said by the ledger's own inserts: a list that asks for one state does not add up the
-- ledger order by order. An order that has no row is unpaid. A change of the total tells part-paid from paid anew.
create table order_money_states (
  order_id text primary key,
  -- Of the order: states are few in one kind and many in another.
  kind text not null,
  state text not null check (state in ('unpaid', 'authorised', 'part-paid', 'paid', 'part-refunded', 'refunded'))
);
create index order_money_states_by_state on order_money_states (kind, state, order_id);

-- The twin of positionOf, which tests compare.
create function money_states_of(ids text[]) returns table (order_id text, kind text, state text) language sql stable as $$
  select o.id, o.kind, case
      when s.refunded > 0 and s.refunded >= s.captured then 'refunded'
      when s.refunded > 0 then 'part-refunded'
      when s.captured > 0 and s.captured >= o.total then 'paid'
      when s.captured > 0 then 'part-paid'
      when s.authorised > 0 then 'authorised'
      else 'unpaid' end
  from orders o
  join (
    select t.order_id,
      coalesce(sum(-e.amount) filter (where a.code = 'customer-promise'), 0) as authorised,
      coalesce(sum(-e.amount) filter (where a.code = 'customer-funds' and t.kind = 'capture'), 0) as captured,
      coalesce(sum(e.amount) filter (where a.code = 'customer-funds' and t.kind = 'refund'), 0) as refunded
    from ledger_transfers t
    join ledger_entries e on e.transfer_id = t.id
    join ledger_accounts a on a.id = e.account_id
    where t.order_id = any(ids) and t.kind in ('authorise', 'void', 'capture', 'refund')
    group by t.order_id
  ) s on s.order_id = o.id
$$;

-- Whoever posts to an order waits for another who does, and only then adds up: nothing of either is missed.
create function keep_money_states() returns trigger language plpgsql as $$
declare
  ids text[];
begin
  select array_agg(distinct t.order_id order by t.order_id) into ids
    from added e join ledger_transfers t on t.id = e.transfer_id where t.order_id is not null;
  if ids is null then return null; end if;
  insert into order_money_states as m (order_id, kind, state) select id, kind, 'unpaid' from orders where id = any(ids) order by id
    on conflict (order_id) do update set state = m.state;
  update order_money_states m set state = s.state from money_states_of(ids) s where m.order_id = s.order_id and m.state <> s.state;
  return null;
end $$;
create trigger ledger_entries_keep_money_states after insert on ledger_entries referencing new table as added
  for each statement execute function keep_money_states();

create function keep_money_state_of_total() returns trigger language plpgsql as $$
begin
  update order_money_states m set state = s.state from money_states_of(array[new.id]) s where m.order_id = s.order_id and m.state <> s.state;
  return null;
end $$;
create trigger orders_keep_money_state after update of total on orders
  for each row when (new.total is distinct from old.total) execute function keep_money_state_of_total();

insert into order_money_states (order_id, kind, state)
  select order_id, kind, state from money_states_of((select array_agg(distinct order_id) from ledger_transfers where order_id is not null));
