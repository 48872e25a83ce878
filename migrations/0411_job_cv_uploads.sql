-- A CV that was read into a form and not sent with it yet; the clock removes what nobody sends.
create table job_cv_uploads (
  stored text primary key,
  type text not null check (type in ('application/pdf', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document')),
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null
);
create index job_cv_uploads_by_time on job_cv_uploads (created_at);
