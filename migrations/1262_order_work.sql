-- What of an order waits for the desk, with whose it is: the queue of work reads and counts it from the index of these few
-- rows, where it looked up the order of each. Six tables keep it by triggers; what waits no more has no row.
create table order_work (
  -- As the queue names it: holiday, experience, staycation, refund.
  kind text not null,
  -- Of the booking or of the refund.
  id text not null,
  order_id text not null,
  opened_at timestamptz not null,
  -- Of a refund null: it is reckoned from when it was opened.
  due_at timestamptz,
  owner text,
  primary key (kind, id)
);
create index order_work_by_due on order_work (kind, due_at, id) include (opened_at, owner);
create index order_work_by_age on order_work (kind, opened_at, id) include (owner) where due_at is null;
create index order_work_of_order on order_work (order_id);

-- Whoever changes another part of an order at the same moment, or gives it to a colleague, waits here and then sees this one.
create function lock_order_work(asked text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('order-work:' || asked, 0))
$$;

create function booking_work_of(asked text)
returns table (kind text, id text, order_id text, opened_at timestamptz, due_at timestamptz, owner text) language sql stable as $$
  select b.kind, b.id, b.order_id, b.changed_at,
    case b.status
      when 'requested' then coalesce(x.answer_by, b.changed_at + interval '24 hours')
      when 'operator_cancelled' then coalesce(b.choice_by, b.changed_at + interval '24 hours')
      else coalesce(
        (select (min(i.due_on) + 1)::timestamp at time zone 'Asia/Dubai' from instalments i where i.order_id = b.order_id and i.paid_at is null),
        b.changed_at)
    end,
    o.assigned_to
  from bookings b join orders o on o.id = b.order_id left join experience_bookings x on x.order_id = b.order_id
  where b.order_id = asked and b.status in ('requested', 'operator_cancelled', 'overdue')
$$;

create function keep_booking_work(asked text) returns void language plpgsql as $$
begin
  perform lock_order_work(asked);
  delete from order_work w where w.order_id = asked and w.kind <> 'refund'
    and not exists (select from booking_work_of(asked) n where n.kind = w.kind and n.id = w.id);
  insert into order_work as w (kind, id, order_id, opened_at, due_at, owner) select * from booking_work_of(asked)
    on conflict (kind, id) do update set opened_at = excluded.opened_at, due_at = excluded.due_at, owner = excluded.owner
    where (w.opened_at, w.due_at, w.owner) is distinct from (excluded.opened_at, excluded.due_at, excluded.owner);
end $$;

create function order_work_of_part() returns trigger language plpgsql as $$
begin
  perform keep_booking_work(coalesce(new.order_id, old.order_id));
  return null;
end $$;
create trigger bookings_keep_work_of_new after insert on bookings
  for each row when (new.status in ('requested', 'operator_cancelled', 'overdue')) execute function order_work_of_part();
create trigger bookings_keep_work after update on bookings
  for each row when (new.status in ('requested', 'operator_cancelled', 'overdue') or old.status in ('requested', 'operator_cancelled', 'overdue'))
  execute function order_work_of_part();
create trigger experience_bookings_keep_work_of_new after insert on experience_bookings
  for each row when (new.answer_by is not null) execute function order_work_of_part();
create trigger experience_bookings_keep_work after update of answer_by on experience_bookings
  for each row when (new.answer_by is distinct from old.answer_by) execute function order_work_of_part();
create trigger instalments_keep_work_of_new after insert or delete on instalments for each row execute function order_work_of_part();
create trigger instalments_keep_work after update of due_on, paid_at on instalments
  for each row when ((new.due_on, new.paid_at) is distinct from (old.due_on, old.paid_at)) execute function order_work_of_part();

create function order_work_of_refund() returns trigger language plpgsql as $$
begin
  if new.status in ('pending', 'stuck') then
    perform lock_order_work(new.order_id);
    insert into order_work as w (kind, id, order_id, opened_at, owner)
      select 'refund', new.id, new.order_id, new.created_at, o.assigned_to from orders o where o.id = new.order_id
      on conflict (kind, id) do nothing;
  else
    delete from order_work where kind = 'refund' and id = new.id;
  end if;
  return null;
end $$;
create trigger refunds_keep_work_of_new after insert on refunds
  for each row when (new.status in ('pending', 'stuck')) execute function order_work_of_refund();
create trigger refunds_keep_work after update of status on refunds
  for each row when (new.status is distinct from old.status) execute function order_work_of_refund();

create function order_work_of_owner() returns trigger language plpgsql as $$
begin
  perform lock_order_work(new.id);
  update order_work set owner = new.assigned_to where order_id = new.id and owner is distinct from new.assigned_to;
  return null;
end $$;
create trigger orders_keep_work after update of assigned_to on orders
  for each row when (new.assigned_to is distinct from old.assigned_to) execute function order_work_of_owner();

insert into order_work (kind, id, order_id, opened_at, due_at, owner)
  select n.* from bookings b cross join lateral booking_work_of(b.order_id) n
  where b.status in ('requested', 'operator_cancelled', 'overdue') and n.id = b.id;
insert into order_work (kind, id, order_id, opened_at, owner)
  select 'refund', r.id, r.order_id, r.created_at, o.assigned_to from refunds r join orders o on o.id = r.order_id where r.status in ('pending', 'stuck');
