-- What is due first of everything that waits for the house, read from an index of each kind, and what somebody put off.
create table put_off_work (
  kind text not null,
  subject text not null,
  -- It counts while the thing is theirs.
  by text not null references internal_users (user_id),
  until timestamptz not null,
  primary key (kind, subject)
);
create index inquiries_unanswered on inquiries (answer_by, id) where status = 'new';
insert into desk_lists (name) values ('work');
