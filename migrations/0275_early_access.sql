-- Pages of the desk that exist and are not shown to everybody yet: off until an owner switches one on.
create table early_access (
  feature text primary key check (feature in ('staycations', 'tickets', 'loyalty')),
  is_on boolean not null default false,
  changed_by text references internal_users (user_id),
  changed_at timestamptz
);
insert into early_access (feature) values ('staycations'), ('tickets'), ('loyalty');
