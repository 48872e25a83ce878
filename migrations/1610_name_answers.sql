-- What each airline of an order takes for a name that is to be written otherwise, as the desk wrote it down: which of them do
-- not do it, why one is to take less than its rule names, and who agreed to that. Once tickets of several airlines are exchanged,
-- `written` are those that have the name, `told` those that had it before, `left_out` those that keep the old one.
alter table name_corrections
  -- [{contract, fee, rule}], minor units; the rule is null where the airline names none.
  add column takes jsonb not null default '[]',
  add column left_out integer[] not null default '{}',
  add column fee_reason text,
  add column fee_by text,
  add column fee_at timestamptz,
  -- What is written in takes counts for nothing until a second person has agreed.
  add column fee_waits boolean not null default false,
  add column fee_seen_by text,
  add constraint name_corrections_fee_waits check (not fee_waits or (status = 'asked' and fee_by is not null and fee_at is not null and fee_reason is not null)),
  add constraint name_corrections_fee_second check (fee_seen_by is null or fee_seen_by is distinct from fee_by);
create index name_corrections_fee_waiting on name_corrections (order_id) where fee_waits;
-- What was offered before this is one sum: it is charged with the first ticket, as it would have been, also where it was agreed
-- to and not paid, and what of it is to go back a person says.
update name_corrections c set takes = jsonb_build_array(jsonb_build_object('contract',
  (select min(f.position) from flight_contracts f where f.order_id = c.order_id and not f.position = any (c.told)), 'fee', c.fee, 'rule', null,
  'whole', true))
where c.status in ('offered', 'writing') and c.written = '{}' and c.fee > 0
  and exists (select 1 from flight_contracts f where f.order_id = c.order_id and not f.position = any (c.told));
-- What was paid for a name on a ticket that is not written after all is given back of the change that it was paid with.
alter table flight_changes drop constraint flight_changes_check;
alter table flight_changes add constraint flight_changes_check check (refund >= 0 and (refund = 0 or difference = 0 or correction is not null));
