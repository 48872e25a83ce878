-- Positions that are open at the house, with their words in each language.
create table job_postings (
  id text primary key check (id ~ '^[a-z0-9-]{3,60}$'),
  status text not null check (status in ('draft', 'open', 'closed')),
  version integer not null default 1,
  department text not null check (department in ('travel', 'visas', 'technology', 'product', 'finance')),
  place text not null check (place in ('dubai', 'abu-dhabi', 'manila')),
  employment text not null check (employment in ('full-time', 'part-time', 'contract')),
  remote boolean not null,
  -- Through this day in Dubai one may still apply.
  closes_on date not null,
  opened_on date not null,
  changed_at timestamptz not null,
  check (closes_on >= opened_on)
);
create index job_postings_by_status on job_postings (status, closes_on);

insert into status_edges (machine, from_status, to_status) values
  ('job-posting', 'draft', 'open'),
  ('job-posting', 'open', 'closed'),
  ('job-posting', 'closed', 'open');
create trigger job_postings_edges before update on job_postings
  for each row execute function refuse_undeclared_edge('job-posting');

create table job_posting_words (
  posting_id text not null references job_postings (id),
  language text not null check (language in ('en', 'ar', 'tl', 'es', 'pt')),
  title text not null,
  summary text not null,
  duties text[] not null,
  needs text[] not null,
  primary key (posting_id, language)
);
