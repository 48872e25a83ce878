-- What a visitor asks us: about a tour, a stay, a group of travellers, a booking. Answered by mail.
create table inquiries (
  id text primary key,
  -- Spoken: ten characters, 50 bits of chance.
  reference text not null unique,
  kind text not null check (
    kind in ('holiday', 'experience', 'staycation', 'flight', 'flight-group', 'booking', 'e-visa', 'visa-assistance', 'other')
  ),
  status text not null check (status in ('new', 'answered', 'closed')),
  -- Grows by one with every row of inquiry_events.
  version integer not null default 1,
  -- The thing in our catalogue that it is about, and its name as the visitor saw it.
  about_id text,
  about_title text,
  language text not null,
  -- Sealed: name, e-mail and phone as one text; the index finds an e-mail without storing it.
  contact text not null,
  email_index text not null,
  -- Sealed: people write what they should not into a message.
  message text not null,
  starts_on date,
  ends_on date,
  adults integer check (adults between 1 and 200),
  children integer check (children between 0 and 100),
  -- What they have in mind to spend in all.
  budget_amount bigint check (budget_amount > 0),
  budget_currency text check (budget_currency = 'AED'),
  -- Cities of a flight or the country of a visa, as typed.
  from_place text,
  to_place text,
  order_reference text,
  user_id text references users (id),
  -- Sent oddly fast, from an old page, or full of links.
  suspect boolean not null default false,
  -- When we promised to have answered.
  answer_by timestamptz not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check ((budget_amount is null) = (budget_currency is null)),
  check (ends_on is null or starts_on is null or ends_on >= starts_on)
);
create index inquiries_by_queue on inquiries (kind, status, answer_by);
create index inquiries_by_email on inquiries (email_index, created_at);

insert into status_edges (machine, from_status, to_status) values
  ('inquiry', 'new', 'answered'),
  ('inquiry', 'new', 'closed'),
  ('inquiry', 'answered', 'closed'),
  ('inquiry', 'answered', 'new'),
  ('inquiry', 'closed', 'new');
create trigger inquiries_edges before update on inquiries for each row execute function refuse_undeclared_edge('inquiry');

create table inquiry_events (
  inquiry_id text not null references inquiries (id),
  version integer not null,
  event text not null check (event in ('asked', 'answer', 'close', 'reopen')),
  actor text not null,
  -- Sealed words of an answer.
  words text,
  at timestamptz not null,
  primary key (inquiry_id, version),
  check ((event = 'answer') = (words is not null))
);
create trigger inquiry_events_append_only before update or delete on inquiry_events for each row execute function refuse_change();

-- Mails that have left, by their own id, so that a job that runs again does not send one twice.
create table inquiry_mails (
  message_id text primary key,
  inquiry_id text not null references inquiries (id),
  sent_at timestamptz not null
);
create trigger inquiry_mails_keep before update or delete on inquiry_mails for each row execute function refuse_change();
