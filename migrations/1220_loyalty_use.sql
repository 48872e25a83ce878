-- What points are good for, invitations, and holds that a rule places.

-- How points become store credit, what an invitation brings and when a rule holds a member; the parts go live together.
create table loyalty_terms (
  id text primary key,
  -- Points are turned in whole steps, so many at least; a step is worth so many fils of credit, which is good for so many months.
  burn_least integer not null check (burn_least between 1 and 1000000),
  burn_step integer not null check (burn_step between 1 and 100000),
  burn_fils integer not null check (burn_fils between 1 and 1000000),
  credit_months integer not null check (credit_months between 1 and 60),
  -- Points of whoever invited and of whoever came, for a first trip of so many fils at least; so many invitations a year bring something.
  inviter_points integer not null check (inviter_points between 0 and 100000),
  friend_points integer not null check (friend_points between 0 and 100000),
  trip_least integer not null check (trip_least between 100 and 10000000),
  invites_a_year integer not null check (invites_a_year between 1 and 100),
  -- More invitations taken up within so many days hold whoever invited; so many points by hand and burning on one day hold a member.
  hold_invites integer not null check (hold_invites between 1 and 100),
  hold_days integer not null check (hold_days between 1 and 365),
  hold_adjusted integer not null check (hold_adjusted between 1 and 1000000),
  status text not null check (status in ('draft', 'live', 'retired')),
  version integer not null default 1,
  made_by text not null references internal_users (user_id),
  made_at timestamptz not null,
  approved_by text references internal_users (user_id),
  live_at timestamptz,
  retired_at timestamptz,
  check (burn_least % burn_step = 0),
  check (approved_by is null or approved_by <> made_by),
  check ((status = 'draft') = (approved_by is null)),
  check ((approved_by is null) = (live_at is null)),
  check ((status = 'retired') = (retired_at is not null))
);
create unique index loyalty_terms_one_live on loyalty_terms (status) where status = 'live';
create unique index loyalty_terms_one_draft on loyalty_terms (status) where status = 'draft';
create trigger loyalty_terms_edges before update on loyalty_terms for each row execute function refuse_undeclared_edge('loyalty-rule');

-- The code of a member's own link, and which rule held them; a colleague has a name, a rule has none.
alter table loyalty_members add column invite_code text unique;
alter table loyalty_members add column hold_rule text check (hold_rule in ('invitations', 'given-and-turned', 'short-reversal'));
alter table loyalty_members drop constraint loyalty_members_check;
alter table loyalty_members add constraint loyalty_members_held
  check (held_at is not null or held_by is null);

alter table loyalty_transfers drop constraint loyalty_transfers_kind_check;
alter table loyalty_transfers add constraint loyalty_transfers_kind_check
  check (kind in ('earn', 'release', 'reverse', 'expire', 'adjust', 'burn', 'invite', 'invite-release', 'invite-reverse'));
alter table loyalty_entries drop constraint loyalty_entries_account_check;
alter table loyalty_entries add constraint loyalty_entries_account_check
  check (account in ('pending', 'available', 'issued', 'expired', 'adjusted', 'burned'));
create index loyalty_transfers_burned on loyalty_transfers (posted_at) where kind = 'burn';

-- Who came by whose code. What it brings is fixed when the first trip is paid, and waits until that trip is over.
create table loyalty_invitations (
  user_id text primary key references loyalty_members (user_id),
  inviter_id text not null references loyalty_members (user_id),
  status text not null check (status in ('waiting', 'pending', 'given', 'reversed', 'refused')),
  order_id text references orders (id),
  inviter_points integer not null default 0,
  friend_points integer not null default 0,
  -- What that trip had to cost, in fils, by the terms of the day.
  trip_least integer not null default 0,
  -- When it began to count for the year of whoever invited.
  counted_at timestamptz,
  version integer not null default 1,
  made_at timestamptz not null,
  changed_at timestamptz not null,
  check (user_id <> inviter_id),
  check ((status in ('pending', 'given')) <= (order_id is not null and counted_at is not null))
);
create index loyalty_invitations_of on loyalty_invitations (inviter_id, made_at);
create index loyalty_invitations_open on loyalty_invitations (user_id) where status in ('waiting', 'pending');
create index loyalty_invitations_of_order on loyalty_invitations (order_id) where order_id is not null;
insert into status_edges (machine, from_status, to_status) values
  ('loyalty-invitation', 'waiting', 'pending'),
  ('loyalty-invitation', 'waiting', 'refused'),
  ('loyalty-invitation', 'pending', 'waiting'),
  ('loyalty-invitation', 'pending', 'given'),
  ('loyalty-invitation', 'given', 'reversed');
create trigger loyalty_invitations_edges before update on loyalty_invitations
  for each row execute function refuse_undeclared_edge('loyalty-invitation');

-- Credit that was points: the house's own, as a bonus is, and of no order.
alter table credit_lots alter column order_id drop not null;
alter table credit_lots add column points_transfer bigint unique references loyalty_transfers (id);
alter table credit_lots add constraint credit_lots_source
  check ((order_id is null) = (points_transfer is not null) and (order_id is not null or part = 'bonus'));
