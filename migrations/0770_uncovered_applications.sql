-- Who somebody is was seen, past the short list or in the talent pool: a way back to screening covers it no more.
alter table job_applications add column uncovered boolean not null default false;
update job_applications a set uncovered = true
 where a.status in ('shortlisted', 'interview', 'offer', 'hired', 'talent_pool')
    or exists (select 1 from job_application_events e
                where e.application_id = a.id and e.to_status in ('shortlisted', 'interview', 'offer', 'hired', 'talent_pool'));
