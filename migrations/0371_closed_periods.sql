-- A month that was closed: its figures as they were reported. Nothing is added to it afterwards; corrections go into a later month.
create table closed_periods (
  month text primary key check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  figures jsonb not null,
  closed_by text not null,
  closed_at timestamptz not null
);
create trigger closed_periods_append_only before update or delete on closed_periods for each row execute function refuse_change();
create trigger closed_periods_kept before truncate on closed_periods for each statement execute function refuse_change();

create function refuse_closed_period() returns trigger language plpgsql as $$
begin
  if exists (select 1 from closed_periods where month = to_char(new.issued_at at time zone 'Asia/Dubai', 'YYYY-MM')) then
    raise exception 'document % is of a closed month', new.number using errcode = '23514', constraint = 'period_closed';
  end if;
  return new;
end $$;
create trigger invoices_of_open_periods before insert on invoices for each row execute function refuse_closed_period();
