-- Named lists of the invoices. Whoever names lists after this names them all again.
alter table desk_views drop constraint desk_views_list_check;
alter table desk_views add constraint desk_views_list_check
  check (list in ('flights', 'evisa', 'assisted', 'holiday', 'experience', 'staycation', 'visa-stays', 'invoices'));
alter table desk_bulk_runs drop constraint desk_bulk_runs_list_check;
alter table desk_bulk_runs add constraint desk_bulk_runs_list_check
  check (list in ('flights', 'evisa', 'assisted', 'holiday', 'experience', 'staycation', 'visa-stays', 'invoices'));
