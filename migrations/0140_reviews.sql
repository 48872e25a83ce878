-- What travellers say of something they bought from us and have used. Written for the public, so it is not sealed.
create table reviews (
  id text primary key,
  reference text not null unique,
  order_id text not null,
  -- Position of the sold item. The journeys of a flight order are one sale: its first item stands for all of them.
  item integer not null,
  kind text not null,
  -- What it is in its catalogue; a flight has its route, such as DXB-LHR.
  product_id text not null,
  -- Its name in each of our languages, as it was when the review was written.
  subject jsonb not null,
  completed_on date not null,
  status text not null check (status in ('waiting', 'published', 'rejected', 'withdrawn')),
  -- Grows by one with every row of review_events.
  version integer not null default 1,
  stars integer not null check (stars between 1 and 5),
  -- Stars by question, each 1 to 5; a question without an answer is not in it.
  scores jsonb not null,
  title text not null,
  words text not null,
  -- 'und' for a language that is none of ours.
  language text not null check (language in ('en', 'ar', 'tl', 'es', 'pt', 'und')),
  -- Null for a review without a name.
  display_name text,
  country text check (country ~ '^[A-Z]{2}$'),
  -- The language to write to its author in.
  speaks text not null,
  reject_reason text,
  -- Our words to the author about a rejection.
  reject_note text,
  -- What we answer under the review.
  reply text,
  written_at timestamptz not null,
  published_at timestamptz,
  changed_at timestamptz not null,
  unique (order_id, item),
  foreign key (order_id, item) references order_items (order_id, position),
  check ((status = 'rejected') = (reject_reason is not null)),
  check ((status = 'published') = (published_at is not null))
);
create index reviews_by_status on reviews (status, changed_at);
create index reviews_public on reviews (published_at desc, id) where status = 'published';
create index reviews_of_product on reviews (kind, product_id) where status = 'published';

insert into status_edges (machine, from_status, to_status) values
  ('review', 'waiting', 'waiting'),
  ('review', 'published', 'waiting'),
  ('review', 'rejected', 'waiting'),
  ('review', 'waiting', 'published'),
  ('review', 'rejected', 'published'),
  ('review', 'waiting', 'rejected'),
  ('review', 'published', 'rejected'),
  ('review', 'waiting', 'withdrawn'),
  ('review', 'published', 'withdrawn'),
  ('review', 'rejected', 'withdrawn');
create trigger reviews_edges before update on reviews for each row execute function refuse_undeclared_edge('review');

create table review_events (
  review_id text not null references reviews (id),
  version integer not null,
  event text not null check (event in ('write', 'edit', 'publish', 'reject', 'reply', 'withdraw')),
  actor text not null,
  reason text,
  at timestamptz not null,
  primary key (review_id, version)
);
create trigger review_events_append_only before update or delete on review_events for each row execute function refuse_change();

-- Who was asked for a review: once, and once more. The key is the promise.
create table review_invitations (
  order_id text not null,
  item integer not null,
  number integer not null check (number in (1, 2)),
  asked_at timestamptz not null,
  mailed_at timestamptz,
  primary key (order_id, item, number),
  foreign key (order_id, item) references order_items (order_id, position)
);
create index review_invitations_by_time on review_invitations (number, asked_at);

-- Addresses that do not want to be asked, as the orders' keyed fingerprint of them.
create table review_silences (
  email_index text primary key,
  at timestamptz not null
);

-- What readers say is wrong with a review.
create table review_reports (
  id text primary key,
  review_id text not null references reviews (id),
  reason text not null,
  words text not null,
  at timestamptz not null,
  closed_at timestamptz
);
create index review_reports_by_review on review_reports (review_id, at);
