-- What owners set, in versions: written as a draft, applied (some after a second person agreed), and put back by another one.
create table setting_changes (
  id uuid primary key default gen_random_uuid(),
  section text not null check (section in ('company', 'hours', 'limits')),
  status text not null default 'draft' check (status in ('draft', 'waiting', 'applied', 'dropped')),
  before jsonb not null,
  value jsonb not null,
  reason text not null,
  -- Applied ones of a section count from one.
  version integer,
  row_version integer not null default 1,
  written_by text not null,
  -- Everybody who had a hand in it: none of them is its second person.
  touched_by text[] not null,
  written_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  answer text not null default '',
  check ((status = 'applied') = (version is not null))
);

-- One change of a section is under way at a time.
create unique index setting_changes_open on setting_changes (section) where status in ('draft', 'waiting');
create unique index setting_changes_version on setting_changes (section, version) where status = 'applied';
create index setting_changes_history on setting_changes (section, written_at desc, id);

-- Versions are told by the changes from now on; the column of who sells goes a release later, as the version before reads it.
comment on column invoice_seller.version is 'not used any more';

insert into status_edges (machine, from_status, to_status) values
  ('setting-change', 'draft', 'draft'), ('setting-change', 'draft', 'waiting'), ('setting-change', 'draft', 'applied'),
  ('setting-change', 'draft', 'dropped'), ('setting-change', 'waiting', 'draft'), ('setting-change', 'waiting', 'applied'),
  ('setting-change', 'waiting', 'dropped');
create trigger setting_changes_edges before update on setting_changes for each row execute function refuse_undeclared_edge('setting-change');
