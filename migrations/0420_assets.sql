-- What the house lends its people: each thing with its tag, who has it, and every paper that was signed for it.
create table assets (
  id text primary key,
  -- As its label says: RH-00042.
  tag text not null unique check (tag ~ '^[A-Z]{2}-[0-9]{5}$'),
  kind text not null check (kind in ('laptop', 'phone', 'sim', 'monitor', 'headset', 'access-card', 'key', 'uniform')),
  model text not null,
  serial text,
  status text not null check (status in (
    'in_stock', 'reserved', 'pending_acceptance', 'assigned', 'return_requested', 'inspection', 'in_repair', 'retired', 'lost', 'written_off'
  )),
  version integer not null default 1,
  -- Who has it, or for whom it is kept.
  holder_id text references internal_users (user_id),
  since date not null,
  due_back_on date,
  place text not null,
  bought_on date not null,
  -- Fils of AED.
  cost bigint not null check (cost >= 0),
  residual bigint not null default 0 check (residual >= 0),
  life_months integer not null check (life_months between 1 and 240),
  warranty_until date,
  keeps_data boolean not null,
  -- When somebody last had it in hand: a count, a hand-over, a return.
  seen_on date,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check (residual <= cost),
  check ((holder_id is not null) = (status in ('reserved', 'pending_acceptance', 'assigned', 'return_requested')))
);
create unique index assets_by_serial on assets (kind, lower(serial)) where serial is not null;
create index assets_by_status on assets (status, tag);
create index assets_by_holder on assets (holder_id, tag) where holder_id is not null;
create index assets_due on assets (due_back_on) where due_back_on is not null and holder_id is not null;
create sequence asset_tags;

insert into status_edges (machine, from_status, to_status) values
  ('asset', 'in_stock', 'reserved'), ('asset', 'reserved', 'in_stock'),
  ('asset', 'in_stock', 'pending_acceptance'), ('asset', 'reserved', 'pending_acceptance'),
  ('asset', 'pending_acceptance', 'assigned'), ('asset', 'pending_acceptance', 'in_stock'),
  ('asset', 'assigned', 'return_requested'), ('asset', 'return_requested', 'assigned'),
  ('asset', 'assigned', 'inspection'), ('asset', 'return_requested', 'inspection'),
  ('asset', 'inspection', 'in_stock'), ('asset', 'inspection', 'in_repair'), ('asset', 'inspection', 'retired'),
  ('asset', 'in_stock', 'in_repair'), ('asset', 'in_repair', 'inspection'), ('asset', 'in_repair', 'retired'), ('asset', 'in_stock', 'retired'),
  ('asset', 'in_stock', 'lost'), ('asset', 'assigned', 'lost'), ('asset', 'return_requested', 'lost'),
  ('asset', 'lost', 'inspection'), ('asset', 'lost', 'written_off');
create trigger assets_edges before update on assets for each row execute function refuse_undeclared_edge('asset');

-- One paper for many things: handed over (`out`), signed by whoever takes them; or given back (`back`), signed by both sides.
create table asset_papers (
  id text primary key,
  reference text not null unique,
  way text not null check (way in ('out', 'back')),
  user_id text not null references internal_users (user_id),
  status text not null check (status in ('pending', 'signed', 'refused', 'withdrawn')),
  version integer not null default 1,
  -- Of the rules of use that were shown and signed.
  policy text not null,
  language text not null,
  made_by text not null,
  made_at timestamptz not null,
  -- Sealed: the name as it was typed, and the strokes if it was drawn.
  signature text,
  decided_at timestamptz,
  -- Sealed: why it was not taken.
  refusal text,
  -- The name of the stored, sealed PDF.
  file text,
  check ((status = 'signed') = (signature is not null and file is not null)),
  check ((status = 'pending') = (decided_at is null))
);
create index asset_papers_by_user on asset_papers (user_id, made_at desc);
create index asset_papers_waiting on asset_papers (made_at) where status = 'pending';
create table asset_paper_lines (
  paper_id text not null references asset_papers (id),
  asset_id text not null references assets (id),
  condition text not null check (condition in ('new', 'good', 'worn', 'damaged')),
  note text not null default '',
  -- Of a return: whether its data was wiped.
  wiped boolean,
  primary key (paper_id, asset_id)
);
create index asset_paper_lines_by_asset on asset_paper_lines (asset_id);
insert into status_edges (machine, from_status, to_status) values
  ('asset-paper', 'pending', 'signed'), ('asset-paper', 'pending', 'refused'), ('asset-paper', 'pending', 'withdrawn');
create trigger asset_papers_edges before update on asset_papers for each row execute function refuse_undeclared_edge('asset-paper');

-- What happened to a thing, with what was said of it; never changed.
create table asset_events (
  asset_id text not null references assets (id),
  version integer not null,
  event text not null,
  from_status text,
  to_status text not null,
  actor text not null,
  holder_id text,
  -- Vendor and RMA of a repair, police reference of a loss, certificate of a disposal.
  detail jsonb not null default '{}',
  at timestamptz not null,
  primary key (asset_id, version)
);
create trigger asset_events_append_only before update or delete on asset_events for each row execute function refuse_change();

-- A loss leaves the books when a second person agrees.
create table asset_write_offs (
  id text primary key,
  asset_id text not null references assets (id),
  status text not null check (status in ('asked', 'approved', 'declined')),
  -- Fils of AED: what the books still had it at when it was asked.
  value bigint not null,
  reason text not null,
  asked_by text not null,
  asked_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  check ((status = 'asked') = (decided_by is null)),
  constraint asset_write_offs_second_person check (status <> 'approved' or decided_by <> asked_by)
);
create unique index asset_write_offs_one_waiting on asset_write_offs (asset_id) where status = 'asked';
insert into status_edges (machine, from_status, to_status) values ('asset-write-off', 'asked', 'approved'), ('asset-write-off', 'asked', 'declined');
create trigger asset_write_offs_edges before update on asset_write_offs for each row execute function refuse_undeclared_edge('asset-write-off');

-- A count of one place: what should be there when it began, and what was found.
create table asset_counts (
  id text primary key,
  place text not null,
  status text not null check (status in ('open', 'closed')),
  begun_by text not null,
  begun_at timestamptz not null,
  closed_by text,
  closed_at timestamptz
);
create unique index asset_counts_one_open on asset_counts (place) where status = 'open';
create table asset_count_lines (
  count_id text not null references asset_counts (id) on delete cascade,
  -- As it was typed or scanned: what is found need not be in the register.
  tag text not null,
  asset_id text references assets (id),
  expected boolean not null,
  found_at timestamptz,
  found_by text,
  primary key (count_id, tag),
  check (expected or found_at is not null)
);
insert into status_edges (machine, from_status, to_status) values ('asset-count', 'open', 'closed');
create trigger asset_counts_edges before update on asset_counts for each row execute function refuse_undeclared_edge('asset-count');

-- Which reminders have left: one of a kind for each day that something is due.
create table asset_reminders (
  id text primary key,
  user_id text not null references internal_users (user_id),
  sent_at timestamptz not null
);
