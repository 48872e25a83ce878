-- What visitors tell us about the shop; nameless unless they leave an address.
create table feedback (
  id text primary key,
  reference text not null unique,
  kind text not null check (kind in ('bug', 'idea', 'praise', 'complaint')),
  status text not null check (status in ('new', 'answered', 'closed')),
  version integer not null default 1,
  language text not null,
  -- The path they were on, without its query.
  page text,
  order_reference text,
  rating integer check (rating between 1 and 5),
  -- Sealed.
  words text not null,
  -- Sealed; a complaint always has one, since its answer must reach somebody.
  email text,
  -- Sealed words of our answer.
  answer text,
  user_id text references users (id),
  -- When we promised to have answered a complaint.
  answer_by timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check ((kind = 'complaint') = (answer_by is not null)),
  check (kind <> 'complaint' or email is not null),
  check ((status = 'answered') <= (answer is not null))
);
create index feedback_by_status on feedback (status, created_at);
create index feedback_by_user on feedback (user_id, created_at);

insert into status_edges (machine, from_status, to_status) values
  ('feedback', 'new', 'answered'),
  ('feedback', 'new', 'closed'),
  ('feedback', 'answered', 'closed');
create trigger feedback_edges before update on feedback for each row execute function refuse_undeclared_edge('feedback');
