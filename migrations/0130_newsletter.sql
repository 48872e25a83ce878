-- Readers of the letter. Nobody is on the list before they said so twice: in the form and from their own mailbox.
create table newsletter_readers (
  id text primary key,
  -- Sealed; the index finds an address without storing it.
  email text not null,
  email_index text not null unique,
  status text not null check (status in ('pending', 'reading', 'left')),
  -- Grows by one with every row of newsletter_events.
  version integer not null default 1,
  language text not null check (language in ('en', 'ar', 'tl', 'es', 'pt')),
  interests text[] not null default '{}',
  -- When the address was last given; its confirmation is good for a week from here.
  asked_at timestamptz not null,
  changed_at timestamptz not null
);
create index newsletter_readers_by_status on newsletter_readers (status, language);

insert into status_edges (machine, from_status, to_status) values
  ('newsletter', 'pending', 'reading'),
  ('newsletter', 'pending', 'left'),
  ('newsletter', 'reading', 'left'),
  ('newsletter', 'left', 'pending');
create trigger newsletter_readers_edges before update on newsletter_readers
  for each row execute function refuse_undeclared_edge('newsletter');

-- The proof of consent: what was said, when, in which language.
create table newsletter_events (
  reader_id text not null references newsletter_readers (id),
  version integer not null,
  event text not null check (event in ('asked', 'confirmed', 'changed', 'left')),
  language text not null,
  interests text[] not null,
  at timestamptz not null,
  primary key (reader_id, version)
);
create trigger newsletter_events_append_only before update or delete on newsletter_events for each row execute function refuse_change();
