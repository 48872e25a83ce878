-- Terms of a tour's own: {"seasons": [...] or null, "tripleLess": fils, "childPercent": n, "infantPercent": n, "extras": {...}}; null: those of the house.
alter table tours add column terms jsonb;

-- Tours that staff have in hand. One without a row is as the house catalogue has it.
create table tour_desk (
  tour_id text primary key check (tour_id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(tour_id) <= 60),
  status text not null default 'draft',
  version integer not null default 1,
  changed_by text not null,
  changed_at timestamptz not null
);
insert into status_edges (machine, from_status, to_status) values
  ('tour-supply', 'draft', 'in_review'), ('tour-supply', 'in_review', 'draft'), ('tour-supply', 'in_review', 'published'),
  ('tour-supply', 'draft', 'archived'), ('tour-supply', 'published', 'paused'), ('tour-supply', 'paused', 'published'),
  ('tour-supply', 'paused', 'archived'), ('tour-supply', 'archived', 'paused'), ('tour-supply', 'archived', 'draft');
create trigger tour_desk_edges before update on tour_desk for each row execute function refuse_undeclared_edge('tour-supply');

-- What is told and asked of a tour, version by version: written, looked over by a second person, on sale, and then history.
create table tour_editions (
  tour_id text not null references tour_desk (tour_id),
  number integer not null check (number > 0),
  status text not null default 'draft',
  content jsonb not null,
  version integer not null default 1,
  written_by text not null,
  written_at timestamptz not null,
  changed_by text not null,
  changed_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  -- Why it was sent back or let go.
  reason text not null default '',
  primary key (tour_id, number),
  check ((decided_by is null) = (decided_at is null)),
  -- Nobody puts on sale what they wrote or changed themselves.
  check (status not in ('published', 'past') or (decided_by <> written_by and decided_by <> changed_by))
);
create unique index tour_editions_open on tour_editions (tour_id) where status in ('draft', 'in_review');
create unique index tour_editions_on_sale on tour_editions (tour_id) where status = 'published';
insert into status_edges (machine, from_status, to_status) values
  ('tour-edition', 'draft', 'in_review'), ('tour-edition', 'in_review', 'draft'), ('tour-edition', 'in_review', 'published'),
  ('tour-edition', 'draft', 'dropped'), ('tour-edition', 'published', 'past');
create trigger tour_editions_edges before update on tour_editions for each row execute function refuse_undeclared_edge('tour-edition');
