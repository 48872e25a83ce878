-- The list of applications stands newest first under every filter, and its stages are counted with each page: what is counted
-- by is in one index, so that no sealed field is read for it.
create index job_applications_counted on job_applications (status, posting_id, owner_id, source);
create index job_applications_stage_newest on job_applications (status, created_at desc, id);
create index job_applications_posting_newest on job_applications (posting_id, created_at desc, id);
create index job_applications_owner_newest on job_applications (owner_id, created_at desc, id);
