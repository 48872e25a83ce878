-- Of what somebody gave back: a picture of its state, and what is charged for a damage.
create table asset_photos (
  id text primary key,
  paper_id text not null,
  asset_id text not null,
  -- The name of the stored, sealed picture.
  file text not null unique,
  type text not null check (type in ('image/jpeg', 'image/png')),
  bytes integer not null check (bytes > 0),
  at timestamptz not null,
  unique (paper_id, asset_id),
  foreign key (paper_id, asset_id) references asset_paper_lines (paper_id, asset_id)
);
create table asset_charges (
  id text primary key,
  paper_id text not null,
  asset_id text not null,
  -- Whose pay it is taken from.
  user_id text not null references internal_users (user_id),
  status text not null check (status in ('asked', 'due', 'declined', 'waived', 'deducted')),
  version integer not null default 1,
  -- Fils of AED.
  amount bigint not null check (amount > 0),
  -- Sealed: what is damaged.
  reason text not null,
  asked_by text not null,
  asked_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  -- Sealed: why nothing is charged after all.
  waiver text,
  -- The month of the pay it was taken from, and who said so.
  deducted_in text check (deducted_in ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  deducted_by text,
  deducted_at timestamptz,
  unique (paper_id, asset_id),
  foreign key (paper_id, asset_id) references asset_paper_lines (paper_id, asset_id),
  check ((status = 'deducted') = (deducted_in is not null and deducted_by is not null and deducted_at is not null)),
  check ((status = 'waived') = (waiver is not null)),
  -- Up to the limit a keeper charges alone; above it whoever asked does not decide.
  constraint asset_charges_second_person check (amount <= 50000 or status in ('asked', 'declined') or decided_by <> asked_by)
);
create index asset_charges_by_status on asset_charges (status, asked_at desc, id);
create index asset_charges_by_time on asset_charges (asked_at desc, id);
create index asset_charges_by_user on asset_charges (user_id, asked_at desc);
create index asset_charges_by_asset on asset_charges (asset_id);
insert into status_edges (machine, from_status, to_status) values
  ('asset-charge', 'asked', 'due'), ('asset-charge', 'asked', 'declined'),
  ('asset-charge', 'due', 'waived'), ('asset-charge', 'due', 'deducted');
create trigger asset_charges_edges before update on asset_charges for each row execute function refuse_undeclared_edge('asset-charge');
