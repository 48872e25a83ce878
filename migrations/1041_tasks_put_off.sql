-- Whoever has taken a task on may put it off for a while: it is out of the way until then. Its deadline runs on.
alter table staff_tasks add column snoozed_until timestamptz;
