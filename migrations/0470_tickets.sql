-- The helpdesk: what somebody needs help with, followed until it is solved. A ticket that came of a message of the contact
-- form or of a complaint names it and copies nothing of it.
create table tickets (
  id text primary key,
  -- Spoken: ten characters, 50 bits of chance.
  reference text not null unique,
  status text not null check (status in ('new', 'open', 'waiting_customer', 'waiting_supplier', 'solved', 'closed', 'reopened')),
  -- Grows by one with every row of ticket_events.
  version integer not null default 1,
  -- Sealed: people write names into it.
  subject text not null,
  channel text not null check (channel in ('contact', 'feedback', 'account', 'order', 'mail', 'phone', 'chat')),
  source_table text check (source_table in ('inquiries', 'feedback')),
  source_id text,
  -- Sealed: name, e-mail and phone as one text; null where the source has them.
  contact text,
  email_index text,
  language text not null,
  priority text not null check (priority in ('urgent', 'high', 'normal', 'low')),
  order_id text references orders (id),
  user_id text references users (id),
  assignee_id text references internal_users (user_id),
  -- The clocks of the promise, in working hours. The second stands still while we wait for the customer: then what was left of it, in minutes.
  first_due_at timestamptz not null,
  first_answer_at timestamptz,
  solve_due_at timestamptz,
  solve_left integer check (solve_left >= 0),
  -- The clock that runs now; null when none does.
  due_at timestamptz,
  solved_at timestamptz,
  rating integer check (rating between 1 and 5),
  rated_at timestamptz,
  merged_into text references tickets (id),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  unique (source_table, source_id),
  check ((source_table is null) = (source_id is null)),
  check (source_table is not null or contact is not null),
  check ((solve_due_at is null) <> (solve_left is null)),
  check ((rating is null) = (rated_at is null)),
  check (merged_into is null or (status = 'closed' and merged_into <> id))
);
create index tickets_by_due on tickets (due_at, id) where due_at is not null;
create index tickets_by_age on tickets (created_at, id);
create index tickets_by_status on tickets (status, created_at);
create index tickets_by_assignee on tickets (assignee_id, status) where assignee_id is not null;
create index tickets_by_email on tickets (email_index) where email_index is not null;
create index tickets_by_user on tickets (user_id, created_at) where user_id is not null;
create index tickets_by_order on tickets (order_id) where order_id is not null;

insert into status_edges (machine, from_status, to_status) values
  ('ticket', 'new', 'open'),
  ('ticket', 'reopened', 'open'),
  ('ticket', 'waiting_customer', 'open'),
  ('ticket', 'waiting_supplier', 'open'),
  ('ticket', 'new', 'waiting_customer'),
  ('ticket', 'open', 'waiting_customer'),
  ('ticket', 'reopened', 'waiting_customer'),
  ('ticket', 'waiting_supplier', 'waiting_customer'),
  ('ticket', 'new', 'waiting_supplier'),
  ('ticket', 'open', 'waiting_supplier'),
  ('ticket', 'reopened', 'waiting_supplier'),
  ('ticket', 'waiting_customer', 'waiting_supplier'),
  ('ticket', 'new', 'solved'),
  ('ticket', 'open', 'solved'),
  ('ticket', 'reopened', 'solved'),
  ('ticket', 'waiting_customer', 'solved'),
  ('ticket', 'waiting_supplier', 'solved'),
  ('ticket', 'solved', 'reopened'),
  ('ticket', 'closed', 'reopened'),
  ('ticket', 'new', 'closed'),
  ('ticket', 'open', 'closed'),
  ('ticket', 'reopened', 'closed'),
  ('ticket', 'waiting_customer', 'closed'),
  ('ticket', 'waiting_supplier', 'closed'),
  ('ticket', 'solved', 'closed');
create trigger tickets_edges before update on tickets for each row execute function refuse_undeclared_edge('ticket');

create table ticket_events (
  ticket_id text not null references tickets (id),
  version integer not null,
  event text not null check (
    event in (
      'opened', 'take', 'answer', 'note', 'reply', 'wait-supplier', 'resume', 'solve', 'close', 'reopen', 'merge',
      'take-in', 'assign', 'priority', 'order', 'rate'
    )
  ),
  actor text not null,
  -- Sealed words of an answer, a note or a reply.
  words text,
  -- Ids, states and references; no personal data.
  detail text,
  at timestamptz not null,
  primary key (ticket_id, version),
  check (event not in ('answer', 'note', 'reply') or words is not null)
);
create trigger ticket_events_append_only before update or delete on ticket_events for each row execute function refuse_change_but_erasing('words');

-- Mails that have left, by their own id, so that a job that runs again does not send one twice.
create table ticket_mails (
  message_id text primary key,
  ticket_id text not null references tickets (id),
  sent_at timestamptz not null
);
create trigger ticket_mails_keep before update or delete on ticket_mails for each row execute function refuse_change();

-- What is often answered, in the five languages, with places for a name and a number.
create table ticket_macros (
  id text primary key,
  name text not null,
  words jsonb not null,
  is_on boolean not null default true,
  version integer not null default 1,
  changed_by text references internal_users (user_id),
  changed_at timestamptz
);

-- One answer to many tickets of the same trouble, and what became of each.
create table ticket_runs (
  id text primary key,
  macro_id text not null references ticket_macros (id),
  -- The words as they stood when the run began.
  words jsonb not null,
  started_by text not null references internal_users (user_id),
  started_at timestamptz not null
);
create table ticket_run_lines (
  run_id text not null references ticket_runs (id),
  position integer not null check (position >= 0),
  ticket_id text not null references tickets (id),
  -- As it was looked at: a ticket that has moved on since is left alone.
  version integer not null,
  ok boolean,
  said text,
  done_at timestamptz,
  primary key (run_id, position),
  check ((ok is null) = (said is null) and (ok is null) = (done_at is null))
);
