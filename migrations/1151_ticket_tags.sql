-- Words of the desk by which tickets are told apart, beside what a ticket says itself.
alter table tickets
  add column tags text[] not null default '{}' check (cardinality(tags) <= 8);
create index tickets_by_tag on tickets using gin (tags);

alter table ticket_events drop constraint ticket_events_event_check;
alter table ticket_events add constraint ticket_events_event_check check (
  event in (
    'opened', 'take', 'answer', 'note', 'reply', 'wait-supplier', 'resume', 'solve', 'close', 'reopen', 'merge',
    'take-in', 'assign', 'priority', 'order', 'rate', 'tag', 'untag'
  )
);
alter table ticket_runs drop constraint ticket_runs_deed_check;
alter table ticket_runs add constraint ticket_runs_deed_check check (deed in ('answer', 'solve', 'assign', 'priority', 'tag', 'untag'));
