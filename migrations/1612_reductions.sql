-- What finance took off what was still to pay of an order: it stands in the price, is credited on the invoice, and nobody pays it.
alter table orders add column reduction bigint not null default 0 check (reduction between 0 and total);

-- Paid is an order whose money covers what is left to pay of it.
create or replace function money_states_of(ids text[]) returns table (order_id text, kind text, state text) language sql stable as $$
  select o.id, o.kind, case
      when s.refunded > 0 and s.refunded >= s.captured then 'refunded'
      when s.refunded > 0 then 'part-refunded'
      when s.captured > 0 and s.captured >= o.total - o.reduction then 'paid'
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

drop trigger orders_keep_money_state on orders;
create trigger orders_keep_money_state after update of total, reduction on orders
  for each row when (new.total - new.reduction is distinct from old.total - old.reduction) execute function keep_money_state_of_total();
