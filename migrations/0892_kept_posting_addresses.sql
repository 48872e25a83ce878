-- Words that stand beside postings in the addresses of the desk and of the careers page: a posting of that name would be hidden
-- behind them. One that bears such a name already is left alone.
alter table job_postings add constraint job_postings_address
  check (id not in ('open', 'new', 'export', 'views', 'application', 'alerts')) not valid;
