-- What an order that ended owes and no refund was made of yet, with the amount and when it began: the list of refunds looked up
-- the last such event and the refunds of every order that owes, to sort and to count them. Three tables keep it by triggers.
create table owed_refunds (
  order_id text primary key,
  kind text not null,
  amount bigint not null,
  owed_at timestamptz not null,
  -- Of the event that says so.
  version integer not null
);
create index owed_refunds_by_age on owed_refunds (owed_at, order_id);
create index owed_refunds_by_amount on owed_refunds (amount, order_id);

create function owed_refund_of(asked text)
returns table (order_id text, kind text, amount bigint, owed_at timestamptz, version integer) language sql stable as $$
  select o.id, o.kind, (e.detail->>'owed')::bigint, e.at, e.version
  from orders o
  join lateral (
    select detail, at, version from order_events where order_id = asked and event = 'owe-refund' order by version desc limit 1
  ) e on true
  where o.id = asked and o.status = 'refund_due'
    and not exists (select from refunds r where r.order_id = asked and r.created_at >= e.at)
$$;

create function keep_owed_refund(asked text) returns void language plpgsql as $$
begin
  -- Whoever changes another part of it at the same moment waits here, and then sees this one.
  perform pg_advisory_xact_lock(hashtextextended('owed-refund:' || asked, 0));
  delete from owed_refunds w where w.order_id = asked and not exists (select from owed_refund_of(asked));
  insert into owed_refunds as w (order_id, kind, amount, owed_at, version) select * from owed_refund_of(asked)
    on conflict (order_id) do update set amount = excluded.amount, owed_at = excluded.owed_at, version = excluded.version
    where w.version <> excluded.version;
end $$;

create function owed_refund_of_order() returns trigger language plpgsql as $$
begin
  perform keep_owed_refund(new.id);
  return null;
end $$;
create trigger orders_keep_owed_refund after update of status on orders
  for each row when (new.status <> old.status and 'refund_due' in (new.status, old.status)) execute function owed_refund_of_order();

create function owed_refund_of_part() returns trigger language plpgsql as $$
begin
  perform keep_owed_refund(new.order_id);
  return null;
end $$;
create trigger order_events_keep_owed_refund after insert on order_events
  for each row when (new.event = 'owe-refund') execute function owed_refund_of_part();
create trigger refunds_keep_owed after insert on refunds for each row execute function owed_refund_of_part();

insert into owed_refunds (order_id, kind, amount, owed_at, version)
  select n.* from orders o cross join lateral owed_refund_of(o.id) n where o.status = 'refund_due';
