-- Every list of the desk that keeps views and runs, in one place: after those migrations that each named the lists of their day.
alter table desk_views drop constraint desk_views_list_check;
alter table desk_views add constraint desk_views_list_check
  check (list in ('flights', 'evisa', 'assisted', 'holiday', 'experience', 'staycation', 'visa-stays'));
alter table desk_bulk_runs drop constraint desk_bulk_runs_list_check;
alter table desk_bulk_runs add constraint desk_bulk_runs_list_check
  check (list in ('flights', 'evisa', 'assisted', 'holiday', 'experience', 'staycation', 'visa-stays'));
