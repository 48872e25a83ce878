-- Runs over many assisted cases.
alter table desk_bulk_runs drop constraint desk_bulk_runs_list_check;
alter table desk_bulk_runs add constraint desk_bulk_runs_list_check check (list in ('flights', 'evisa', 'assisted'));
