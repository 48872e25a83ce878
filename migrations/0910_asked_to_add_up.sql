-- When the days that are still missing were last asked for or worked on, so that pages do not all ask for the same work.
alter table figure_progress add column asked_at timestamptz;
