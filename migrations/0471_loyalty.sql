-- The points programme. Points are a promise of ours: a double entry of their own, in whole points, append-only.
create table loyalty_members (
  user_id text primary key references users (id),
  tier text not null default 'member' check (tier in ('member', 'silver', 'gold', 'platinum')),
  joined_at timestamptz not null,
  language text not null,
  -- What the entries of the two accounts of a member sum up to.
  pending bigint not null default 0 check (pending >= 0),
  available bigint not null default 0 check (available >= 0),
  -- While it is looked into whether points were come by honestly, none become available and none are given.
  held_at timestamptz,
  held_by text references internal_users (user_id),
  -- Sealed: what staff write of somebody.
  hold_reason text,
  version integer not null default 1,
  changed_at timestamptz not null,
  check ((held_at is null) = (held_by is null))
);
create index loyalty_members_by_balance on loyalty_members (available, user_id);
create index loyalty_members_by_change on loyalty_members (changed_at, user_id);

create table loyalty_rules (
  id text primary key,
  kind text not null check (kind in ('flight', 'evisa', 'assisted-visa', 'holiday', 'experience', 'staycation', 'tailor-made')),
  -- Points for each hundred dirhams.
  points integer not null check (points between 1 and 1000),
  status text not null check (status in ('draft', 'live', 'retired')),
  version integer not null default 1,
  made_by text not null references internal_users (user_id),
  made_at timestamptz not null,
  approved_by text references internal_users (user_id),
  live_at timestamptz,
  retired_at timestamptz,
  check (approved_by is null or approved_by <> made_by),
  check ((status = 'draft') = (approved_by is null)),
  check ((approved_by is null) = (live_at is null)),
  check ((status = 'retired') = (retired_at is not null))
);
create unique index loyalty_rules_one_live on loyalty_rules (kind) where status = 'live';
create unique index loyalty_rules_one_draft on loyalty_rules (kind) where status = 'draft';
insert into status_edges (machine, from_status, to_status) values
  ('loyalty-rule', 'draft', 'live'),
  ('loyalty-rule', 'live', 'retired');
create trigger loyalty_rules_edges before update on loyalty_rules for each row execute function refuse_undeclared_edge('loyalty-rule');

-- What an order earns by the rule that stood when it was first reckoned.
create table loyalty_orders (
  order_id text primary key references orders (id),
  user_id text not null references loyalty_members (user_id),
  -- Points for each hundred dirhams.
  points_per_hundred integer not null,
  points bigint not null check (points >= 0),
  released boolean not null default false,
  changed_at timestamptz not null
);
create index loyalty_orders_pending on loyalty_orders (user_id) where not released;

create table loyalty_transfers (
  id bigint generated always as identity primary key,
  -- The same posting cannot be made twice.
  key text not null unique,
  kind text not null check (kind in ('earn', 'release', 'reverse', 'expire', 'adjust')),
  user_id text not null references loyalty_members (user_id),
  order_id text references orders (id),
  posted_at timestamptz not null
);
create index loyalty_transfers_by_member on loyalty_transfers (user_id, posted_at);
create index loyalty_transfers_by_order on loyalty_transfers (order_id) where order_id is not null;
create table loyalty_entries (
  id bigint generated always as identity primary key,
  transfer_id bigint not null references loyalty_transfers (id),
  -- Of the member: what waits for the end of the travel, and what there is. Of the house: where it came from or went.
  account text not null check (account in ('pending', 'available', 'issued', 'expired', 'adjusted')),
  points bigint not null check (points <> 0)
);
create index loyalty_entries_by_transfer on loyalty_entries (transfer_id);
create trigger loyalty_transfers_append_only before update or delete on loyalty_transfers for each row execute function refuse_change();
create trigger loyalty_entries_append_only before update or delete on loyalty_entries for each row execute function refuse_change();

-- Judged at commit, when a transfer has all its entries.
create function refuse_unbalanced_points() returns trigger language plpgsql as $$
declare
  total numeric;
  entries bigint;
begin
  select coalesce(sum(points), 0), count(*) into total, entries from loyalty_entries
    where transfer_id = (case when tg_table_name = 'loyalty_transfers' then new.id else (to_jsonb(new) ->> 'transfer_id')::bigint end);
  if total <> 0 or entries < 2 then
    raise exception 'a transfer of points sums to % over % entries', total, entries using errcode = '23514', constraint = 'loyalty_balanced';
  end if;
  return null;
end $$;
create constraint trigger loyalty_transfers_balanced after insert on loyalty_transfers
  deferrable initially deferred for each row execute function refuse_unbalanced_points();
create constraint trigger loyalty_entries_balanced after insert on loyalty_entries
  deferrable initially deferred for each row execute function refuse_unbalanced_points();

-- Points as they came, to know which end when: the oldest are taken first.
create table loyalty_lots (
  transfer_id bigint primary key references loyalty_transfers (id),
  user_id text not null references loyalty_members (user_id),
  points bigint not null check (points > 0),
  remaining bigint not null check (remaining between 0 and points),
  expires_on date not null
);
create index loyalty_lots_by_end on loyalty_lots (expires_on) where remaining > 0;
create index loyalty_lots_of_member on loyalty_lots (user_id, expires_on) where remaining > 0;

create table loyalty_adjustments (
  id text primary key,
  user_id text not null references loyalty_members (user_id),
  points integer not null check (points <> 0),
  -- Sealed: what staff write of somebody.
  reason text not null,
  status text not null check (status in ('asked', 'done', 'declined')),
  asked_by text not null references internal_users (user_id),
  asked_at timestamptz not null,
  decided_by text references internal_users (user_id),
  decided_at timestamptz,
  check ((status = 'asked') = (decided_at is null))
);
create index loyalty_adjustments_waiting on loyalty_adjustments (asked_at) where status = 'asked';
create index loyalty_adjustments_of_member on loyalty_adjustments (user_id, asked_at);
insert into status_edges (machine, from_status, to_status) values
  ('loyalty-adjustment', 'asked', 'done'),
  ('loyalty-adjustment', 'asked', 'declined');
create trigger loyalty_adjustments_edges before update on loyalty_adjustments
  for each row execute function refuse_undeclared_edge('loyalty-adjustment');

-- Up to when the money of orders was looked through.
create table loyalty_reckoned (
  id integer primary key check (id = 1),
  reckoned_to timestamptz not null
);

-- Mails that have left, by their own id.
create table loyalty_mails (
  message_id text primary key,
  user_id text not null references loyalty_members (user_id),
  sent_at timestamptz not null
);
