-- The languages that somebody works in at this position; at least one of those that the house speaks.
alter table job_postings
  add column languages text[] not null default '{en}'
  check (cardinality(languages) > 0 and languages <@ array['en', 'ar', 'tl', 'es', 'pt']);
