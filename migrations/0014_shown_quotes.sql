-- The price a visitor was last shown for a draft: what a change is measured against, line by line.
create table shown_quotes (
  subject text primary key,
  quote jsonb not null,
  shown_at timestamptz not null
);
create index shown_quotes_by_age on shown_quotes (shown_at);
