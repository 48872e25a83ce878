-- What a clerk quotes to somebody who rang or wrote: up to four offers beside each other, with the price as it was reckoned.
create table flight_quotes (
  id text primary key,
  -- Spoken.
  reference text not null unique,
  status text not null default 'draft',
  -- Grows by one with every change; a form names the one that it was opened with.
  version integer not null default 1,
  language text not null,
  -- Sealed: name, mail address and telephone number.
  contact text not null,
  email_index text not null,
  -- Sealed: what the clerk writes to them.
  message text not null,
  -- What it was begun from.
  inquiry_id text references inquiries (id),
  customer_id text,
  -- Of the first option, for lists.
  origin text not null,
  destination text not null,
  departs_on date not null,
  travellers integer not null check (travellers between 1 and 18),
  -- Of the cheapest option, minor units.
  lowest bigint not null check (lowest > 0),
  currency text not null,
  -- The first instant at which none of it can be taken any more.
  expires_at timestamptz not null,
  made_by text not null,
  made_at timestamptz not null,
  changed_by text not null,
  changed_at timestamptz not null,
  sent_at timestamptz,
  -- When its reader first opened the page.
  seen_at timestamptz,
  -- The order it became; another one when the first was not paid in time.
  order_id text references orders (id),
  taken integer,
  check ((status = 'accepted') = (order_id is not null)),
  check ((order_id is null) = (taken is null))
);
create index flight_quotes_by_change on flight_quotes (changed_at, id);
create index flight_quotes_by_end on flight_quotes (expires_at, id);
create index flight_quotes_by_total on flight_quotes (lowest, id);
create index flight_quotes_by_departure on flight_quotes (departs_on, id);
create index flight_quotes_by_mail on flight_quotes (email_index);
create index flight_quotes_by_inquiry on flight_quotes (inquiry_id) where inquiry_id is not null;
create index flight_quotes_by_customer on flight_quotes (customer_id) where customer_id is not null;
create index flight_quotes_by_order on flight_quotes (order_id) where order_id is not null;

create table flight_quote_options (
  quote_id text not null references flight_quotes (id),
  number integer not null check (number between 1 and 4),
  offer_id text not null,
  brand text not null,
  -- The offer and its price line by line, as they stood when it was picked.
  offer jsonb not null,
  price jsonb not null,
  primary key (quote_id, number)
);

-- What happened to a quote.
create table flight_quote_events (
  quote_id text not null references flight_quotes (id),
  number integer not null,
  event text not null,
  from_status text,
  to_status text not null,
  -- staff:<id>, customer, or system.
  actor text not null,
  detail text,
  at timestamptz not null,
  primary key (quote_id, number)
);
create trigger flight_quote_events_append_only before update or delete on flight_quote_events
  for each row execute function refuse_change();

-- Bookings that were begun from an option: the order that such a one becomes is tied to the quote.
create table flight_quote_drafts (
  draft_id text primary key references flight_drafts (id) on delete cascade,
  quote_id text not null references flight_quotes (id),
  option integer not null
);
create index flight_quote_drafts_by_quote on flight_quote_drafts (quote_id);

create table flight_quote_mails (
  message_id text primary key,
  quote_id text not null references flight_quotes (id),
  sent_at timestamptz not null
);
create trigger flight_quote_mails_keep before update or delete on flight_quote_mails for each row execute function refuse_change();

insert into status_edges (machine, from_status, to_status) values
  ('flight-quote', 'draft', 'sent'),
  ('flight-quote', 'draft', 'accepted'),
  ('flight-quote', 'draft', 'withdrawn'),
  ('flight-quote', 'sent', 'seen'),
  ('flight-quote', 'sent', 'accepted'),
  ('flight-quote', 'sent', 'withdrawn'),
  ('flight-quote', 'seen', 'accepted'),
  ('flight-quote', 'seen', 'withdrawn');
create trigger flight_quotes_edges before update on flight_quotes for each row execute function refuse_undeclared_edge('flight-quote');

insert into desk_lists (name) values ('flight-quotes');
