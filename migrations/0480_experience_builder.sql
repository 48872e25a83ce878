-- What is sold of an experience can be written before the shop has the experience itself.
alter table experience_supply drop constraint experience_supply_experience_id_fkey;
alter table experience_supply add constraint experience_supply_slug
  check (experience_id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(experience_id) <= 60);

-- What is told and asked of an experience, version by version: written, looked over by a second person, on sale, and then history.
create table experience_editions (
  experience_id text not null references experience_supply (experience_id),
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
  primary key (experience_id, number),
  check ((decided_by is null) = (decided_at is null)),
  -- Nobody puts on sale what they wrote or changed themselves.
  check (status not in ('published', 'past') or (decided_by <> written_by and decided_by <> changed_by))
);
create unique index experience_editions_open on experience_editions (experience_id) where status in ('draft', 'in_review');
create unique index experience_editions_on_sale on experience_editions (experience_id) where status = 'published';
insert into status_edges (machine, from_status, to_status) values
  ('experience-edition', 'draft', 'in_review'), ('experience-edition', 'in_review', 'draft'), ('experience-edition', 'in_review', 'published'),
  ('experience-edition', 'draft', 'dropped'), ('experience-edition', 'published', 'past');
create trigger experience_editions_edges before update on experience_editions for each row execute function refuse_undeclared_edge('experience-edition');

-- A start that does not take place: shut for good, with what its travellers are told.
alter table experience_slots add column cancelled_at timestamptz;
alter table experience_slots add column cancelled_why text not null default '';
