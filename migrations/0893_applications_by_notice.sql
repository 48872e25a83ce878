-- The list of applications stands by notice period as well, whoever told none last. The number is written as the list asks for it.
create index job_applications_notice on job_applications ((coalesce(notice_weeks, 999)), id);
create index job_applications_stage_notice on job_applications (status, (coalesce(notice_weeks, 999)), id);
create index job_applications_posting_notice on job_applications (posting_id, (coalesce(notice_weeks, 999)), id);
create index job_applications_owner_notice on job_applications (owner_id, (coalesce(notice_weeks, 999)), id);
