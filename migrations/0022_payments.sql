create table payments (
  id text primary key,
  order_id text not null,
  order_version integer not null,
  -- what it pays for within the order: the order itself, or later an addition to it
  purpose text not null default 'order',
  provider text not null,
  -- the provider's name for it, known once the session exists; a provider may use a second name for the money itself
  provider_ref text,
  provider_intent_ref text,
  status text not null,
  version integer not null default 1,
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  language text not null,
  return_to jsonb not null,
  redirect_to text,
  decline_class text check (decline_class in ('try-again', 'other-card', 'call-bank', 'suspected-fraud')),
  expires_at timestamptz not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  unique (provider, provider_ref)
);
-- At most one payment of an order is alive, and so at most one is ever captured.
create unique index payments_one_per_order on payments (order_id, purpose) where status <> 'canceled';
create index payments_by_order on payments (order_id, created_at);
create index payments_by_intent on payments (provider, provider_intent_ref) where provider_intent_ref is not null;
create index payments_in_motion on payments (changed_at) where status in ('requires_payment_method', 'processing', 'requires_action', 'stuck');

insert into status_edges (machine, from_status, to_status) values
  ('payment', 'requires_payment_method', 'processing'),
  ('payment', 'requires_payment_method', 'requires_action'),
  ('payment', 'requires_payment_method', 'requires_capture'),
  ('payment', 'requires_payment_method', 'succeeded'),
  ('payment', 'requires_payment_method', 'canceled'),
  ('payment', 'requires_payment_method', 'stuck'),
  ('payment', 'processing', 'requires_payment_method'),
  ('payment', 'processing', 'requires_action'),
  ('payment', 'processing', 'requires_capture'),
  ('payment', 'processing', 'succeeded'),
  ('payment', 'processing', 'canceled'),
  ('payment', 'processing', 'stuck'),
  ('payment', 'requires_action', 'requires_payment_method'),
  ('payment', 'requires_action', 'processing'),
  ('payment', 'requires_action', 'requires_capture'),
  ('payment', 'requires_action', 'succeeded'),
  ('payment', 'requires_action', 'canceled'),
  ('payment', 'requires_action', 'stuck'),
  ('payment', 'requires_capture', 'succeeded'),
  ('payment', 'requires_capture', 'canceled'),
  ('payment', 'requires_capture', 'stuck'),
  ('payment', 'stuck', 'requires_payment_method'),
  ('payment', 'stuck', 'processing'),
  ('payment', 'stuck', 'requires_action'),
  ('payment', 'stuck', 'requires_capture'),
  ('payment', 'stuck', 'succeeded'),
  ('payment', 'stuck', 'canceled');
create trigger payments_edges before update on payments for each row execute function refuse_undeclared_edge('payment');

-- Whatever happens, a change of status moves the version on by one: the compare-and-set of every writer.
create function require_next_version() returns trigger language plpgsql as $$
begin
  if new.version <> old.version + 1 then
    raise exception '% % went from version % to %', tg_table_name, old.id, old.version, new.version using errcode = '23514', constraint = 'next_version';
  end if;
  return new;
end $$;
create trigger payments_version before update on payments for each row execute function require_next_version();

create table refunds (
  id text primary key,
  payment_id text not null references payments (id),
  order_id text not null,
  -- the caller's own name for this refund, so that asking twice is asking once
  key text not null unique,
  amount bigint not null check (amount > 0),
  currency text not null,
  reason text not null,
  asked_by text not null,
  status text not null,
  version integer not null default 1,
  provider_ref text,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index refunds_by_payment on refunds (payment_id);
create index refunds_by_order on refunds (order_id);
insert into status_edges (machine, from_status, to_status) values
  ('refund', 'pending', 'succeeded'),
  ('refund', 'pending', 'failed'),
  ('refund', 'pending', 'stuck'),
  ('refund', 'stuck', 'pending'),
  ('refund', 'stuck', 'succeeded'),
  ('refund', 'stuck', 'failed'),
  -- a bank may hand money back days after the provider called a refund done
  ('refund', 'succeeded', 'failed');
create trigger refunds_edges before update on refunds for each row execute function refuse_undeclared_edge('refund');
create trigger refunds_version before update on refunds for each row execute function require_next_version();

-- Every call to a provider, in four moments: meant, called, answered, applied. The id is the provider's idempotency key.
create table payment_attempts (
  id text primary key,
  payment_id text not null references payments (id),
  refund_id text references refunds (id),
  kind text not null check (kind in ('create', 'capture', 'cancel', 'refund')),
  amount bigint,
  intended_at timestamptz not null,
  called_at timestamptz,
  answered_at timestamptz,
  outcome text check (outcome in ('ok', 'refused', 'unknown')),
  answer jsonb,
  applied_at timestamptz,
  check ((outcome is null) = (answered_at is null))
);
-- One call of a kind at a time; a refused one may be followed by another.
create unique index payment_attempts_one_open on payment_attempts (payment_id, kind, coalesce(refund_id, '')) where outcome is distinct from 'refused';
create index payment_attempts_unfinished on payment_attempts (intended_at) where applied_at is null;

-- Events as providers tell them: the name only; what it means is asked of the provider.
create table payment_inbox (
  provider text not null,
  event_id text not null,
  type text not null,
  refs text[] not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  primary key (provider, event_id)
);
-- How far the catch-up has read each provider's own list of events.
create table payment_cursors (
  provider text primary key,
  cursor text not null
);
