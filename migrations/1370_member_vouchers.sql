-- Vouchers that belong to one member: something off one order, used once, until a day.

create table loyalty_vouchers (
  id text primary key,
  -- As its member says it to somebody; worth nothing to anybody else.
  code text not null unique check (code ~ '^[A-Z0-9]{8}$'),
  user_id text not null references loyalty_members (user_id),
  occasion text not null check (occasion in ('birthday', 'apology', 'thanks', 'welcome-back')),
  -- Fils, or a share of what is ours to lower; what it can cost the house at most.
  amount bigint check (amount between 100 and 500000),
  basis_points integer check (basis_points between 100 and 5000),
  most bigint not null check (most between 100 and 500000),
  -- Of which products; none named: of all that take one.
  kinds text[] not null default '{}',
  -- What an order costs at least, in fils.
  least bigint not null default 0 check (least between 0 and 100000000),
  -- The last day on which it can be used, in Dubai.
  valid_until date not null,
  -- Sealed, as what is said when it is withdrawn.
  reason text not null,
  withdrawn_why text,
  status text not null check (status in ('draft', 'asked', 'live', 'used', 'expired', 'withdrawn')),
  version integer not null default 1,
  made_by text not null references internal_users (user_id),
  made_at timestamptz not null,
  asked_by text references internal_users (user_id),
  approved_by text references internal_users (user_id),
  live_at timestamptz,
  withdrawn_by text references internal_users (user_id),
  -- By which order it is used, and what it took off when it was.
  order_id text references orders (id),
  taken bigint,
  used_at timestamptz,
  -- When that order was called off: before its travel, it may come back.
  called_off_at timestamptz,
  changed_at timestamptz not null,
  check ((amount is null) <> (basis_points is null)),
  check (amount is null or amount = most),
  check (approved_by is null or (approved_by <> made_by and approved_by <> asked_by)),
  check ((status = 'used') = (order_id is not null)),
  check ((order_id is null) = (used_at is null) and (order_id is null) = (taken is null)),
  check (order_id is not null or called_off_at is null),
  check (status not in ('live', 'used', 'expired') or (asked_by is not null and live_at is not null)),
  check ((status = 'withdrawn') = (withdrawn_by is not null))
);
create unique index loyalty_vouchers_of_order on loyalty_vouchers (order_id) where order_id is not null;
create index loyalty_vouchers_of_member on loyalty_vouchers (user_id, valid_until);
create index loyalty_vouchers_ending on loyalty_vouchers (valid_until) where status = 'live';
insert into status_edges (machine, from_status, to_status) values
  ('loyalty-voucher', 'draft', 'asked'),
  ('loyalty-voucher', 'draft', 'live'),
  ('loyalty-voucher', 'draft', 'withdrawn'),
  ('loyalty-voucher', 'asked', 'live'),
  ('loyalty-voucher', 'asked', 'withdrawn'),
  ('loyalty-voucher', 'live', 'used'),
  ('loyalty-voucher', 'live', 'expired'),
  ('loyalty-voucher', 'live', 'withdrawn'),
  ('loyalty-voucher', 'used', 'live'),
  ('loyalty-voucher', 'used', 'expired'),
  ('loyalty-voucher', 'expired', 'used');
create trigger loyalty_vouchers_edges before update on loyalty_vouchers
  for each row execute function refuse_undeclared_edge('loyalty-voucher');

insert into desk_lists (name) values ('loyalty-vouchers');
