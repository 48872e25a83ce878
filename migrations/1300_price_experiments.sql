-- Experiments with prices: a share of the travellers is offered the prices of a second approved policy beside the one in force.
create table price_experiments (
  id text primary key,
  number integer not null unique check (number > 0),
  question text not null check (length(question) between 10 and 200),
  products text[] not null check (cardinality(products) > 0),
  challenger integer not null references pricing_policies (number),
  -- Percent of the travellers who are offered the challenger.
  share integer not null check (share between 1 and 50),
  -- Days in Dubai, both included.
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on),
  -- Sales on each side before a guard may speak, and by how many percent the challenger may fall under the control.
  least_sales integer not null check (least_sales between 5 and 10000),
  margin_fall integer not null check (margin_fall between 1 and 90),
  conversion_fall integer not null check (conversion_fall between 1 and 90),
  status text not null default 'drafted' check (status in ('drafted', 'approved', 'running', 'stopped', 'ended')),
  -- Everybody who wrote it: none of them may approve or begin it.
  touched_by text[] not null check (cardinality(touched_by) > 0),
  approved_by text,
  begun_by text,
  -- The policy that was in force when it began, as it was then; another one would be another comparison.
  control integer references pricing_policies (number),
  control_version integer,
  prices_from timestamptz,
  prices_until timestamptz,
  over_because text check (over_because in ('by-hand', 'called-off', 'margin', 'conversion', 'floor', 'control-changed', 'time')),
  over_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check (approved_by is null or not (approved_by = any (touched_by))),
  check (begun_by is null or not (begun_by = any (touched_by))),
  check (status not in ('approved', 'running', 'ended') or approved_by is not null),
  check (status not in ('running', 'ended')
    or (begun_by is not null and control is not null and control_version is not null and prices_from < prices_until)),
  check ((status in ('stopped', 'ended')) = (over_because is not null and over_at is not null))
);
create index price_experiments_running on price_experiments (status) where status = 'running';
insert into status_edges (machine, from_status, to_status) values
  ('price-experiment', 'drafted', 'approved'), ('price-experiment', 'approved', 'drafted'), ('price-experiment', 'approved', 'running'),
  ('price-experiment', 'running', 'stopped'), ('price-experiment', 'running', 'ended'),
  ('price-experiment', 'drafted', 'stopped'), ('price-experiment', 'approved', 'stopped');
create trigger price_experiments_edges before update on price_experiments for each row execute function refuse_undeclared_edge('price-experiment');

-- What was approved is what runs: who is in which arm hangs on it.
create function refuse_approved_experiment_change() returns trigger language plpgsql as $$
begin
  if old.status <> 'drafted' and (new.number, new.question, new.products, new.challenger, new.share, new.starts_on, new.ends_on, new.least_sales, new.margin_fall, new.conversion_fall)
    is distinct from (old.number, old.question, old.products, old.challenger, old.share, old.starts_on, old.ends_on, old.least_sales, old.margin_fall, old.conversion_fall) then
    raise exception 'experiment % is % and does not change any more', old.number, old.status;
  end if;
  return new;
end $$;
create trigger price_experiments_stay before update on price_experiments for each row execute function refuse_approved_experiment_change();

-- The one experiment that runs with a product.
create table price_experiment_runs (
  product text primary key,
  experiment_id text not null references price_experiments (id)
);

-- Which prices an account was shown last in an experiment, and until when they are kept for it. Nothing else is known of them here.
create table price_experiment_visitors (
  experiment_id text not null references price_experiments (id),
  user_id text not null references users (id) on delete cascade,
  arm text not null check (arm in ('control', 'challenger')),
  -- When they were first shown a price of their arm; null: so far only the prices from before the experiment.
  counted_at timestamptz,
  held_until timestamptz not null,
  primary key (experiment_id, user_id)
);
create index price_experiment_visitors_held on price_experiment_visitors (user_id, held_until);

-- Orders that were placed with a price of an arm.
create table price_experiment_sales (
  order_id text primary key references orders (id),
  experiment_id text not null references price_experiments (id),
  arm text not null check (arm in ('control', 'challenger')),
  at timestamptz not null
);
create index price_experiment_sales_by_experiment on price_experiment_sales (experiment_id);
create trigger price_experiment_sales_append_only before update or delete on price_experiment_sales for each row execute function refuse_change();

insert into desk_lists (name) values ('price-experiments');
