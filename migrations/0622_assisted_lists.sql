-- The lists of assisted cases: what is open by each sort, everything by each sort, and the references that are searched for.
create index assisted_cases_open_travel on assisted_cases (travels_on, id) where over_at is null;
create index assisted_cases_open_opened on assisted_cases (opened_at, id) where over_at is null;
create index assisted_cases_all_due on assisted_cases (due_at, id);
create index assisted_cases_all_travel on assisted_cases (travels_on, id);
drop index assisted_cases_by_opened;
create index assisted_cases_by_opened on assisted_cases (opened_at, id);
create index assisted_cases_by_country on assisted_cases (country, status);
create index assisted_cases_by_lodged on assisted_cases (lodged_reference) where lodged_reference is not null;
create index assisted_cases_by_appointment on assisted_cases (appointment_reference) where appointment_reference is not null;
create index assisted_cases_by_tracking on assisted_cases (tracking) where tracking is not null;
