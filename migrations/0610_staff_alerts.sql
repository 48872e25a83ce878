-- What the bell shows is reckoned from the open tasks; kept is only what somebody has read of it and wants to see.

-- Who asked for what waits: an approval is nothing to tell its asker of.
alter table staff_tasks add column asked_by text;
create index staff_tasks_claimed on staff_tasks (claimed_by) where closed_at is null and claimed_by is not null;

-- A task that comes to concern somebody for another reason, such as being late, is unread again.
create table staff_alert_reads (
  user_id text not null references users (id) on delete cascade,
  task_id text not null references staff_tasks (id) on delete cascade,
  reason text not null check (reason in ('late', 'mention', 'mine', 'approval', 'figures')),
  read_at timestamptz not null,
  primary key (user_id, task_id, reason)
);
create index staff_alert_reads_of_task on staff_alert_reads (task_id);

-- What a colleague does not want to be told of; nothing is left out unless they said so.
create table staff_alert_choices (
  user_id text primary key references users (id) on delete cascade,
  without text[] not null check (without <@ array['late', 'mention', 'mine', 'approval', 'figures']),
  version integer not null default 1,
  changed_at timestamptz not null
);
