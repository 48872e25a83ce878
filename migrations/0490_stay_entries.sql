-- A guarantee is nothing the house takes: it sponsors no visa. What was noted of one stands in the history of its stay.
alter table visa_stays
  drop column deposit,
  drop column deposit_receipt,
  drop column deposit_released_at;

-- How often a visa opens the border, and how often it has.
alter table visa_stays
  add column entries text not null default 'single' check (entries in ('single', 'double', 'multiple')),
  add column entries_used integer not null default 0 check (entries_used >= 0);
update visa_stays s set
  entries_used = case when s.entered_on is null then 0 else 1 end,
  entries = coalesce(
    (select t.type ->> 'entries'
     from evisa_applications a
     join evisa_groups g on g.id = a.group_id
     cross join lateral jsonb_array_elements(g.offer -> 'types') as t (type)
     where a.id = s.id and t.type ->> 'code' = g.type_code
     limit 1),
    'single');

-- Stays that ended before the traveller came again on the same visa; the one that runs stands in visa_stays.
create table visa_stay_entries (
  stay_id text not null references visa_stays (id),
  number integer not null check (number > 0),
  entered_on date not null,
  stay_until date not null,
  exited_on date not null check (exited_on >= entered_on),
  primary key (stay_id, number)
);
create trigger visa_stay_entries_append_only before update or delete on visa_stay_entries for each row execute function refuse_change();

insert into status_edges (machine, from_status, to_status) values ('visa-stay', 'exited', 'entered');
