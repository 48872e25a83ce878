-- Who runs the experiences; the link they work with carries the version, so that an old one can be ended.
create table experience_operators (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  licence text,
  email text,
  link_version integer not null default 1,
  changed_at timestamptz not null
);

-- What of an experience is sold, and by whom. Words and timetable are those of the catalogue.
create table experience_supply (
  experience_id text primary key references experiences (id) deferrable initially deferred,
  operator_id text not null references experience_operators (id),
  status text not null default 'published' check (status in ('draft', 'published', 'paused', 'archived')),
  version integer not null default 1,
  -- Who asked for it to go on sale; somebody else says yes.
  asked_by text references internal_users (user_id),
  changed_at timestamptz not null
);
create index experience_supply_by_operator on experience_supply (operator_id);
insert into status_edges (machine, from_status, to_status) values
  ('experience-supply', 'draft', 'published'), ('experience-supply', 'published', 'paused'), ('experience-supply', 'paused', 'published'),
  ('experience-supply', 'paused', 'archived'), ('experience-supply', 'draft', 'archived'), ('experience-supply', 'archived', 'draft');
create trigger experience_supply_edges before update on experience_supply for each row execute function refuse_undeclared_edge('experience-supply');

-- Ways to take part in the same start: a place among others, or the guide to oneself.
create table experience_options (
  experience_id text not null references experiences (id) deferrable initially deferred,
  key text not null check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  position integer not null,
  -- What is counted: persons, or groups that each take a guide, a car or a boat of their own.
  unit text not null check (unit in ('person', 'group')),
  group_size integer check (group_size between 1 and 60),
  -- Of the price of each age band, or of the grown-up's for a whole group.
  price_percent integer not null check (price_percent between 10 and 3000),
  -- Units of one start, where a start does not say otherwise.
  capacity integer not null check (capacity between 0 and 500),
  active boolean not null default true,
  primary key (experience_id, key),
  check ((unit = 'group') = (group_size is not null))
);

-- Starts that differ from the timetable: closed, larger, smaller, dearer. What is not here is as usual.
create table experience_slots (
  experience_id text not null,
  option_key text not null,
  date date not null,
  start text not null check (start ~ '^[0-2][0-9]:[0-5][0-9]$'),
  capacity integer check (capacity between 0 and 500),
  price_percent integer check (price_percent between 10 and 1000),
  stopped boolean not null default false,
  changed_by text not null,
  changed_at timestamptz not null,
  primary key (experience_id, option_key, date, start),
  foreign key (experience_id, option_key) references experience_options (experience_id, key)
);
