-- Special meals that cost nothing are asked of the airline like assistance; the code is the meal's with its flight, `VGML.EK1`.
alter table traveller_requests drop constraint traveller_requests_kind_check;
alter table traveller_requests add constraint traveller_requests_kind_check check (kind in ('assistance', 'loyalty', 'meal'));
