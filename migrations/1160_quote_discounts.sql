-- What a clerk takes off an option of a quote for a caller: within their own limit at once, above it with a second person.
create table flight_quote_discounts (
  -- Stands on the lines of the price that it became.
  id text primary key,
  quote_id text not null references flight_quotes (id),
  option integer not null check (option between 1 and 4),
  -- Off the option for the whole party, minor units.
  amount bigint not null check (amount > 0),
  currency text not null,
  -- Where it was asked for as a share of the price; 500 is 5 %.
  basis_points integer check (basis_points between 1 and 10000),
  reason text not null,
  status text not null default 'asked',
  -- What the option came to without it.
  total bigint not null,
  -- It was no more than whoever asked may give by themselves.
  own_limit boolean not null,
  asked_by text not null,
  asked_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  answer text not null default '',
  check ((status = 'asked') = (decided_at is null)),
  -- Nobody says yes to what they asked for above their limit.
  check (status <> 'granted' or own_limit or decided_by <> asked_by)
);
create unique index flight_quote_discounts_living on flight_quote_discounts (quote_id, option) where status in ('asked', 'granted');
create index flight_quote_discounts_by_quote on flight_quote_discounts (quote_id, asked_at);

insert into status_edges (machine, from_status, to_status) values
  ('quote-discount', 'asked', 'granted'),
  ('quote-discount', 'asked', 'refused'),
  ('quote-discount', 'asked', 'withdrawn'),
  ('quote-discount', 'asked', 'lapsed'),
  ('quote-discount', 'granted', 'withdrawn'),
  ('quote-discount', 'granted', 'lapsed');
create trigger flight_quote_discounts_edges before update on flight_quote_discounts
  for each row execute function refuse_undeclared_edge('quote-discount');
