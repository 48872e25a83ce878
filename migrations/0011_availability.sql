-- Stock that has been touched. A pool holds interchangeable units; a named unit is its own key.
create table pools (
  key text primary key,
  capacity integer not null check (capacity >= 0),
  held integer not null default 0 check (held >= 0),
  allocated integer not null default 0 check (allocated >= 0),
  -- Staff may lower a capacity below what is sold; growth beyond it is refused by pools_never_oversold.
  created_at timestamptz not null
);
create function refuse_oversale() returns trigger language plpgsql as $$
begin
  if new.held + new.allocated > new.capacity and new.held + new.allocated > old.held + old.allocated then
    raise exception 'pool % has % of % taken', new.key, new.held + new.allocated, new.capacity using errcode = '23514', constraint = 'pools_never_oversold';
  end if;
  return new;
end $$;
create trigger pools_never_oversold before update on pools for each row execute function refuse_oversale();

-- A claim is ONE row that goes held -> allocated -> released, on a pool or on a named unit.
create table claims (
  id text primary key,
  order_id text not null,
  actor text not null,
  network text not null,
  pool_key text references pools (key),
  unit_key text,
  quantity integer not null check (quantity > 0),
  status text not null default 'held' check (status in ('held', 'allocated', 'released')),
  held_until timestamptz not null,
  -- No extension reaches beyond this.
  hard_until timestamptz not null check (held_until <= hard_until),
  extensions integer not null default 0 check (extensions between 0 and 2),
  created_at timestamptz not null,
  check ((pool_key is null) <> (unit_key is null)),
  check (unit_key is null or quantity = 1)
);
create unique index claims_one_per_unit on claims (unit_key) where unit_key is not null and status in ('held', 'allocated');
create index claims_by_order on claims (order_id);
create index claims_by_pool on claims (pool_key) where pool_key is not null and status = 'held';
create index claims_by_actor on claims (actor) where status = 'held';
create index claims_by_network on claims (network) where status = 'held';
create index claims_by_deadline on claims (held_until) where status = 'held';

insert into status_edges (machine, from_status, to_status) values
  ('claim', 'held', 'allocated'), ('claim', 'held', 'released'), ('claim', 'allocated', 'released');
create trigger claims_edges before update on claims for each row execute function refuse_undeclared_edge('claim');
