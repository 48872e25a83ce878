-- Lists too long for one answer leave as a file: a job writes it, its owner alone takes it, and a day later it is gone.
create table export_files (
  id text primary key,
  list text not null,
  -- Sealed: a search may name a person.
  query text not null,
  language text not null,
  user_id text not null references internal_users (user_id),
  status text not null default 'asked' check (status in ('asked', 'ready', 'failed', 'gone')),
  -- Why there is none.
  reason text,
  rows integer,
  -- Sealed in parts.
  file text,
  asked_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz,
  check ((status = 'asked') = (expires_at is null)),
  check ((status = 'ready') = (file is not null))
);
create index export_files_by_user on export_files (user_id, asked_at desc);
create index export_files_due on export_files (expires_at) where status in ('ready', 'failed');
insert into status_edges (machine, from_status, to_status) values
  ('export-file', 'asked', 'ready'), ('export-file', 'asked', 'failed'), ('export-file', 'ready', 'gone'), ('export-file', 'failed', 'gone');
create trigger export_files_edges before update on export_files for each row execute function refuse_undeclared_edge('export-file');
