-- Who has taken a task on, so that two people do not do it twice.
alter table staff_tasks add column claimed_by text;
alter table staff_tasks add column claimed_at timestamptz;
alter table staff_tasks add check ((claimed_by is null) = (claimed_at is null));
create index staff_tasks_closed on staff_tasks (closed_at desc) where closed_at is not null;
