-- Staff as people who come, are away and leave: who changed what of whom, and money rights by two persons.
alter table internal_users add column version integer not null default 1;
alter table internal_users add column changed_at timestamptz not null default now();
alter table internal_users add constraint internal_users_employment
  check (employment_status in ('active', 'on_leave', 'suspended', 'left'));

insert into status_edges (machine, from_status, to_status) values
  ('employment', 'active', 'on_leave'), ('employment', 'on_leave', 'active'),
  ('employment', 'active', 'suspended'), ('employment', 'on_leave', 'suspended'), ('employment', 'suspended', 'active'),
  ('employment', 'active', 'left'), ('employment', 'on_leave', 'left'), ('employment', 'suspended', 'left'), ('employment', 'left', 'active');
create function refuse_undeclared_employment() returns trigger language plpgsql as $$
begin
  if new.employment_status is distinct from old.employment_status and not exists (
    select 1 from status_edges
    where machine = 'employment' and from_status = old.employment_status and to_status = new.employment_status
  ) then
    raise exception 'employment may not go from % to %', old.employment_status, new.employment_status using errcode = '23514', constraint = 'status_edge';
  end if;
  return new;
end $$;
create trigger internal_users_edges before update on internal_users for each row execute function refuse_undeclared_employment();

create table role_requests (
  id uuid primary key default gen_random_uuid(),
  user_id text not null references internal_users (user_id),
  -- The roles somebody would have, all of them; and had when it was asked.
  roles text[] not null check (cardinality(roles) > 0),
  roles_before text[] not null,
  reason text not null,
  status text not null default 'asked' check (status in ('asked', 'granted', 'refused')),
  asked_by text not null,
  asked_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  check ((status = 'asked') = (decided_by is null)),
  check (status <> 'granted' or decided_by <> asked_by)
);
create unique index role_requests_one_open on role_requests (user_id) where status = 'asked';
insert into status_edges (machine, from_status, to_status) values ('role-request', 'asked', 'granted'), ('role-request', 'asked', 'refused');
create trigger role_requests_edges before update on role_requests for each row execute function refuse_undeclared_edge('role-request');

-- A colleague's first password is chosen by a link in a mail.
alter table account_links drop constraint account_links_kind_check;
alter table account_links add constraint account_links_kind_check
  check (kind in ('sign-up', 'verify-email', 'reset-password', 'sign-in', 'staff-invite'));
