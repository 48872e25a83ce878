-- Words of the house that are neither a product nor a button: help articles, journal, press, legal documents.
create table content_items (
  id text primary key,
  kind text not null check (kind in ('help', 'blog', 'press', 'legal')),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  topic text not null,
  -- Of the text that staff work on; what visitors read is the live edition, whatever the state.
  status text not null check (status in ('draft', 'review', 'published', 'archived')),
  -- Grows by one with every save and every move: two people never write over one another.
  version integer not null default 1,
  author text,
  published_on date not null,
  poster jsonb,
  related jsonb not null default '[]',
  live_edition integer,
  -- Who asked for the review; a legal document is published by somebody else.
  submitted_by text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  unique (kind, slug),
  check (status <> 'archived' or live_edition is null)
);
create index content_items_by_kind on content_items (kind, published_on desc);

insert into status_edges (machine, from_status, to_status) values
  ('content', 'draft', 'review'),
  ('content', 'review', 'draft'),
  ('content', 'review', 'published'),
  ('content', 'published', 'draft'),
  ('content', 'draft', 'archived'),
  ('content', 'review', 'archived'),
  ('content', 'published', 'archived'),
  ('content', 'archived', 'draft');
create trigger content_items_edges before update on content_items for each row execute function refuse_undeclared_edge('content');

-- Everything ever written, numbered within its item.
create table content_versions (
  item_id text not null references content_items (id),
  number integer not null,
  language text not null check (language in ('en', 'ar', 'tl', 'es', 'pt')),
  title text not null,
  summary text not null,
  body text not null,
  actor text not null,
  at timestamptz not null,
  primary key (item_id, number)
);
create trigger content_versions_keep before update or delete on content_versions for each row execute function refuse_change();

-- Which version is worked on and which one visitors read, per language.
create table content_texts (
  item_id text not null references content_items (id),
  language text not null check (language in ('en', 'ar', 'tl', 'es', 'pt')),
  draft_number integer not null,
  live_number integer,
  primary key (item_id, language),
  foreign key (item_id, draft_number) references content_versions (item_id, number),
  foreign key (item_id, live_number) references content_versions (item_id, number)
);

-- What was public from when on: the numbers of its texts by language.
create table content_editions (
  item_id text not null references content_items (id),
  number integer not null,
  numbers jsonb not null,
  actor text not null,
  at timestamptz not null,
  primary key (item_id, number)
);
create trigger content_editions_keep before update or delete on content_editions for each row execute function refuse_change();

-- Answers to "was it useful?"; nothing about who said so.
create table content_votes (
  id text primary key,
  item_id text not null references content_items (id),
  language text not null check (language in ('en', 'ar', 'tl', 'es', 'pt')),
  useful boolean not null,
  at timestamptz not null
);
create index content_votes_by_item on content_votes (item_id, at);
