-- Lists of the desk that somebody gave a name: the address of the list, without its page.
create table desk_views (
  id text primary key,
  owner text not null references internal_users (user_id),
  -- Seen by every colleague who may open the list.
  shared boolean not null,
  name text not null check (length(name) between 2 and 40),
  query text not null check (length(query) between 1 and 600),
  created_at timestamptz not null
);
create index desk_views_by_owner on desk_views (owner);
