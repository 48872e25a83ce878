-- Offers the desk stands behind: a route, a travel window and the highest total one adult pays. Never deleted, so that a link keeps its meaning.
create table flight_deals (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(id) <= 60),
  from_code text not null check (from_code ~ '^[A-Z]{3}$'),
  to_code text not null check (to_code ~ '^[A-Z]{3}$' and to_code <> from_code),
  cabin text not null check (cabin in ('economy', 'premium', 'business', 'first')),
  -- Nights between out and back; null for one way.
  nights integer check (nights between 0 and 180),
  direct_only boolean not null default false,
  with_bag boolean not null default false,
  travel_from date not null,
  travel_until date not null,
  book_by date not null,
  price_amount bigint not null check (price_amount > 0),
  price_currency text not null check (price_currency = 'AED'),
  -- Words of the desk by language; English at least.
  note jsonb not null check (note ? 'en'),
  published_at timestamptz not null,
  withdrawn_at timestamptz,
  check (travel_until >= travel_from),
  check (book_by <= travel_until)
);
create index flight_deals_by_book_by on flight_deals (book_by);
