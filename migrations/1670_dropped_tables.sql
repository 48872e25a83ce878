-- A table that waits for its second person can be dropped by whoever uploaded it, or by whoever would have written it.
alter table supply_imports add column dropped_by text;
alter table supply_imports add column dropped_at timestamptz;
