create table orders (
  id text primary key,
  -- Spoken: ten characters, 50 bits of chance.
  reference text not null unique,
  kind text not null check (kind in ('flight')),
  status text not null,
  -- Grows by one with every row of order_events.
  version integer not null default 0,
  user_id text references users (id),
  -- Of the capability that a guest's cookie and mail links carry.
  secret_hash text not null,
  -- Sealed: e-mail and phone as one text; the index finds an e-mail without storing it.
  contact text not null,
  email_index text not null,
  language text not null,
  currency text not null,
  total bigint not null check (total >= 0),
  -- The price in force, and until when the places are held.
  snapshot integer not null default 1,
  held_until timestamptz,
  hard_until timestamptz,
  extensions integer not null default 0,
  actor text not null,
  network text not null,
  travel_starts timestamptz not null,
  travel_ends timestamptz not null,
  assigned_to text references internal_users (user_id),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check (travel_starts <= travel_ends)
);
create index orders_by_user on orders (user_id, created_at desc) where user_id is not null;
create index orders_by_email on orders (email_index);
create index orders_by_status on orders (kind, status, created_at);
create index orders_by_deadline on orders (held_until) where status in ('priced', 'price_changed', 'held', 'payment_pending');

create table order_items (
  order_id text not null references orders (id),
  position integer not null,
  kind text not null,
  -- Words for lists and invoices: a catalogue key and its values, nothing personal.
  words jsonb not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (order_id, position)
);

create table order_travellers (
  order_id text not null references orders (id),
  position integer not null,
  type text not null,
  -- Names, birth date, document, requests: one sealed text.
  personal text not null,
  surname_index text not null,
  -- Name and birth date: finds the same person in another order.
  person_index text not null,
  primary key (order_id, position)
);
create index order_travellers_by_surname on order_travellers (surname_index);
create index order_travellers_by_person on order_travellers (person_index);

create table order_events (
  order_id text not null references orders (id),
  version integer not null,
  event text not null,
  from_status text not null,
  to_status text not null,
  actor text not null,
  reason text,
  detail jsonb not null default '{}',
  at timestamptz not null,
  primary key (order_id, version)
);
create trigger order_events_append_only before update or delete on order_events for each row execute function refuse_change();

create table price_snapshots (
  order_id text not null references orders (id),
  number integer not null,
  quote jsonb not null,
  total bigint not null,
  currency text not null,
  rules_version integer not null references pricing_versions (version),
  cause text not null check (cause in ('placed', 'lower', 'absorbed', 'consented', 'proposed')),
  at timestamptz not null,
  primary key (order_id, number)
);
create trigger price_snapshots_append_only before update or delete on price_snapshots for each row execute function refuse_change();

-- What a traveller was told a cancellation would bring, honoured until it expires.
create table cancel_quotes (
  order_id text not null references orders (id),
  number integer not null,
  terms jsonb not null,
  refund bigint not null check (refund >= 0),
  currency text not null,
  at timestamptz not null,
  expires_at timestamptz not null,
  primary key (order_id, number)
);
create trigger cancel_quotes_append_only before update or delete on cancel_quotes for each row execute function refuse_change();

-- Any change of status moves the version on by exactly one, and nothing moves it back.
create function require_order_version() returns trigger language plpgsql as $$
begin
  if new.version not in (old.version, old.version + 1) or (new.status is distinct from old.status and new.version = old.version) then
    raise exception 'order % went from version % to %', old.id, old.version, new.version using errcode = '23514', constraint = 'order_version';
  end if;
  return new;
end $$;
create trigger orders_version before update on orders for each row execute function require_order_version();
create trigger orders_flight_edges before update on orders for each row when (new.kind = 'flight') execute function refuse_undeclared_edge('flight-order');
create function refuse_new_kind() returns trigger language plpgsql as $$
begin
  if new.kind is distinct from old.kind then
    raise exception 'order % may not change its kind', old.id using errcode = '23514', constraint = 'order_kind';
  end if;
  return new;
end $$;
create trigger orders_kind before update on orders for each row execute function refuse_new_kind();
