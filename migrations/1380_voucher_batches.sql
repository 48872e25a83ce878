-- Vouchers that one colleague gives to a choice of members at once.

create table loyalty_voucher_batches (
  id text primary key,
  -- What colleagues call it; a member has one voucher of a campaign.
  campaign text not null check (length(campaign) between 3 and 80),
  occasion text not null check (occasion in ('birthday', 'apology', 'thanks', 'welcome-back')),
  amount bigint check (amount between 100 and 500000),
  basis_points integer check (basis_points between 100 and 5000),
  most bigint not null check (most between 100 and 500000),
  kinds text[] not null default '{}',
  least bigint not null default 0 check (least between 0 and 100000000),
  valid_until date not null,
  reason text not null,
  -- Lines of what was pasted that are of no member.
  unknown_lines integer[] not null default '{}',
  status text not null check (status in ('draft', 'asked', 'issuing', 'done', 'withdrawn')),
  version integer not null default 1,
  made_by text not null references internal_users (user_id),
  made_at timestamptz not null,
  asked_by text references internal_users (user_id),
  approved_by text references internal_users (user_id),
  withdrawn_by text references internal_users (user_id),
  withdrawn_why text,
  changed_at timestamptz not null,
  check ((amount is null) <> (basis_points is null)),
  check (amount is null or amount = most),
  check (approved_by is null or (approved_by <> made_by and approved_by <> asked_by)),
  check (status not in ('asked', 'issuing', 'done') or asked_by is not null),
  check ((status = 'withdrawn') = (withdrawn_by is not null))
);
create index loyalty_voucher_batches_newest on loyalty_voucher_batches (made_at desc);
create index loyalty_voucher_batches_of_campaign on loyalty_voucher_batches (lower(campaign));
insert into status_edges (machine, from_status, to_status) values
  ('loyalty-voucher-batch', 'draft', 'asked'),
  ('loyalty-voucher-batch', 'draft', 'issuing'),
  ('loyalty-voucher-batch', 'draft', 'withdrawn'),
  ('loyalty-voucher-batch', 'asked', 'issuing'),
  ('loyalty-voucher-batch', 'asked', 'withdrawn'),
  ('loyalty-voucher-batch', 'issuing', 'done'),
  ('loyalty-voucher-batch', 'issuing', 'withdrawn'),
  ('loyalty-voucher-batch', 'done', 'withdrawn');
create trigger loyalty_voucher_batches_edges before update on loyalty_voucher_batches
  for each row execute function refuse_undeclared_edge('loyalty-voucher-batch');

alter table loyalty_vouchers add column batch_id text references loyalty_voucher_batches (id);
create unique index loyalty_vouchers_of_batch on loyalty_vouchers (batch_id, user_id) where batch_id is not null;

-- A member of the choice, and what became of it.
create table loyalty_voucher_batch_rows (
  batch_id text not null references loyalty_voucher_batches (id),
  user_id text not null references loyalty_members (user_id),
  standing text not null check (standing in ('waits', 'given', 'left-out', 'withdrawn')),
  why text check (why in ('gone', 'own', 'held', 'blocked', 'has-one', 'limit', 'day-over', 'called-back')),
  voucher_id text references loyalty_vouchers (id),
  primary key (batch_id, user_id),
  check ((standing = 'left-out') = (why is not null)),
  check ((standing in ('given', 'withdrawn')) = (voucher_id is not null))
);
create index loyalty_voucher_batch_rows_of_voucher on loyalty_voucher_batch_rows (voucher_id) where voucher_id is not null;
