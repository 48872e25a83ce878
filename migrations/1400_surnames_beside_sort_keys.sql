-- Whose surnames a flight order has lies in one index beside all that its list is sorted by, and so does whose a document is: for
-- a common name the order, and the documents, of every holder were looked up before a page of them could be sorted. Surnames
-- stand there as with the travellers, keyed; who was erased has no row.
create table flight_surnames (
  order_id text not null,
  surname_index text not null,
  placed_at timestamptz not null,
  limit_at timestamptz,
  departs_at timestamptz not null,
  total bigint not null,
  primary key (order_id, surname_index)
);
create index flight_surnames_by_age on flight_surnames (surname_index, placed_at, order_id) include (limit_at, departs_at, total);

-- A document never changes: only who travels does.
create table invoice_surnames (
  order_id text not null,
  invoice_id text not null,
  surname_index text not null,
  issued_at timestamptz not null,
  gross bigint not null,
  primary key (order_id, invoice_id, surname_index)
);
create index invoice_surnames_by_issue on invoice_surnames (surname_index, issued_at, invoice_id) include (gross);

-- Whoever changes another part of it at the same moment waits here, and then sees this one.
create function lock_flight_surnames(asked text) returns void language plpgsql as $$
begin
  perform 1 from flight_orders where order_id = asked for no key update;
end $$;
create function lock_invoice_surnames(asked text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('invoice-surnames:' || asked, 0));
end $$;

create function surnames_of_traveller() returns trigger language plpgsql as $$
begin
  perform lock_flight_surnames(coalesce(new.order_id, old.order_id));
  perform lock_invoice_surnames(coalesce(new.order_id, old.order_id));
  if tg_op <> 'INSERT' and not exists (
    select from order_travellers t where t.order_id = old.order_id and t.surname_index = old.surname_index
  ) then
    delete from flight_surnames where order_id = old.order_id and surname_index = old.surname_index;
    delete from invoice_surnames where order_id = old.order_id and surname_index = old.surname_index;
  end if;
  if tg_op <> 'DELETE' and new.surname_index not like 'erased:%' then
    insert into flight_surnames (order_id, surname_index, placed_at, limit_at, departs_at, total)
      select o.id, new.surname_index, o.created_at, f.limit_at, f.departs_at, o.total
      from orders o join flight_orders f on f.order_id = o.id where o.id = new.order_id on conflict do nothing;
    insert into invoice_surnames (order_id, invoice_id, surname_index, issued_at, gross)
      select i.order_id, i.id, new.surname_index, i.issued_at, i.gross from invoices i where i.order_id = new.order_id on conflict do nothing;
  end if;
  return null;
end $$;
create trigger order_travellers_keep_surnames_of_new after insert or delete on order_travellers
  for each row execute function surnames_of_traveller();
create trigger order_travellers_keep_surnames after update of surname_index on order_travellers
  for each row when (new.surname_index <> old.surname_index) execute function surnames_of_traveller();

create function surnames_of_flight() returns trigger language plpgsql as $$
begin
  insert into flight_surnames (order_id, surname_index, placed_at, limit_at, departs_at, total)
    select distinct o.id, t.surname_index, o.created_at, f.limit_at, f.departs_at, o.total
    from orders o join flight_orders f on f.order_id = o.id join order_travellers t on t.order_id = o.id
    where o.id = new.order_id and t.surname_index not like 'erased:%' on conflict do nothing;
  return null;
end $$;
-- Triggers go by their names: this one after that of the limit, which is written once then.
create trigger flight_orders_take_surnames after insert on flight_orders for each row execute function surnames_of_flight();

create function keys_of_flight_surnames() returns trigger language plpgsql as $$
begin
  update flight_surnames set limit_at = new.limit_at, departs_at = new.departs_at where order_id = new.order_id;
  return null;
end $$;
create trigger flight_orders_keep_surnames after update of limit_at, departs_at on flight_orders
  for each row when ((new.limit_at, new.departs_at) is distinct from (old.limit_at, old.departs_at))
  execute function keys_of_flight_surnames();

create function total_of_flight_surnames() returns trigger language plpgsql as $$
begin
  perform lock_flight_surnames(new.id);
  update flight_surnames set total = new.total where order_id = new.id;
  return null;
end $$;
create trigger orders_keep_surnames after update of total on orders
  for each row when (new.kind = 'flight' and new.total <> old.total) execute function total_of_flight_surnames();

create function surnames_of_invoice() returns trigger language plpgsql as $$
begin
  perform lock_invoice_surnames(new.order_id);
  insert into invoice_surnames (order_id, invoice_id, surname_index, issued_at, gross)
    select distinct new.order_id, new.id, t.surname_index, new.issued_at, new.gross
    from order_travellers t where t.order_id = new.order_id and t.surname_index not like 'erased:%' on conflict do nothing;
  return null;
end $$;
create trigger invoices_keep_surnames after insert on invoices for each row execute function surnames_of_invoice();

insert into flight_surnames (order_id, surname_index, placed_at, limit_at, departs_at, total)
  select distinct o.id, t.surname_index, o.created_at, f.limit_at, f.departs_at, o.total
  from order_travellers t join orders o on o.id = t.order_id join flight_orders f on f.order_id = o.id
  where t.surname_index not like 'erased:%';
insert into invoice_surnames (order_id, invoice_id, surname_index, issued_at, gross)
  select distinct i.order_id, i.id, t.surname_index, i.issued_at, i.gross
  from order_travellers t join invoices i on i.order_id = t.order_id where t.surname_index not like 'erased:%';
