-- What is sold of a house, apart from what the shop says of it: a house can be written before the shop has it, and withdrawn.
create table stay_supply (
  staycation_id text primary key check (staycation_id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(staycation_id) <= 60),
  status text not null default 'published' check (status in ('draft', 'published', 'paused', 'archived')),
  version integer not null default 1,
  changed_by text not null,
  changed_at timestamptz not null
);
insert into stay_supply (staycation_id, status, changed_by, changed_at)
  select id, case when withdrawn_at is null then 'published' else 'paused' end, 'house', added_at from staycations;
insert into status_edges (machine, from_status, to_status) values
  ('stay-supply', 'draft', 'published'), ('stay-supply', 'published', 'paused'), ('stay-supply', 'paused', 'published'),
  ('stay-supply', 'paused', 'archived'), ('stay-supply', 'draft', 'archived'), ('stay-supply', 'archived', 'draft'),
  ('stay-supply', 'archived', 'paused');
create trigger stay_supply_edges before update on stay_supply for each row execute function refuse_undeclared_edge('stay-supply');

-- What is told and asked of a house, version by version: written, looked over by a second person, on sale, and then history.
create table stay_editions (
  staycation_id text not null references stay_supply (staycation_id),
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
  primary key (staycation_id, number),
  check ((decided_by is null) = (decided_at is null)),
  -- Nobody puts on sale what they wrote or changed themselves.
  check (status not in ('published', 'past') or (decided_by <> written_by and decided_by <> changed_by))
);
create unique index stay_editions_open on stay_editions (staycation_id) where status in ('draft', 'in_review');
create unique index stay_editions_on_sale on stay_editions (staycation_id) where status = 'published';
insert into status_edges (machine, from_status, to_status) values
  ('stay-edition', 'draft', 'in_review'), ('stay-edition', 'in_review', 'draft'), ('stay-edition', 'in_review', 'published'),
  ('stay-edition', 'draft', 'dropped'), ('stay-edition', 'published', 'past');
create trigger stay_editions_edges before update on stay_editions for each row execute function refuse_undeclared_edge('stay-edition');

alter table staycations
  -- From this age on a child takes the place of a grown-up; no younger child than the second is lodged.
  add column adult_from integer not null default 12 check (adult_from between 1 and 18),
  add column children_from integer not null default 0 check (children_from between 0 and 17),
  -- What is paid at the house itself: fees and extras, with their amounts.
  add column at_hotel jsonb not null default '[]',
  add check (children_from < adult_from);
alter table staycation_rooms
  add column double_beds integer not null default 0 check (double_beds between 0 and 12),
  add column single_beds integer not null default 0 check (single_beds between 0 and 12),
  -- A kind that is withdrawn keeps its name for what was booked of it.
  add column on_sale boolean not null default true;
alter table staycation_texts
  add column children text not null default '',
  -- Names by the keys of at_hotel.
  add column at_hotel jsonb not null default '{}';
