-- What is sold of a country, edition by edition: written by one colleague, approved by another, in force from a day.
create table evisa_editions (
  id text primary key,
  code text not null references evisa_countries (code),
  edition integer not null,
  status text not null check (status in ('draft', 'approved', 'published', 'retired')),
  offer jsonb not null,
  -- Why it was written, for colleagues.
  note text not null default '',
  -- The first day on which it is sold; set with the approval.
  in_force_from date,
  -- 'house' for what the house began with.
  drafted_by text not null,
  drafted_at timestamptz not null,
  approved_by text,
  approved_at timestamptz,
  published_at timestamptz,
  retired_at timestamptz,
  unique (code, edition),
  check (approved_by is null or approved_by <> drafted_by or drafted_by = 'house'),
  check (status not in ('approved', 'published') or (approved_by is not null and in_force_from is not null))
);
create unique index evisa_editions_one_open on evisa_editions (code, status) where status in ('draft', 'approved', 'published');

insert into status_edges (machine, from_status, to_status) values
  ('evisa-edition', 'draft', 'approved'),
  ('evisa-edition', 'draft', 'retired'),
  ('evisa-edition', 'approved', 'published'),
  ('evisa-edition', 'approved', 'retired'),
  ('evisa-edition', 'published', 'retired');
create trigger evisa_editions_edges before update on evisa_editions for each row execute function refuse_undeclared_edge('evisa-edition');

insert into evisa_editions (id, code, edition, status, offer, in_force_from, drafted_by, drafted_at, approved_by, approved_at, published_at)
select 'house-' || code, code, 1, 'published', offer, changed_at::date, 'house', changed_at, 'house', changed_at, changed_at from evisa_countries;
