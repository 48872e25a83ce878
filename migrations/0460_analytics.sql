-- What visitors did, counted by day and without a trace of who did it: steps towards a purchase.
create table traffic_days (
  day date not null,
  step text not null check (step in ('search', 'open', 'begin')),
  kind text not null,
  -- Airports or cities of a flight search, DXB-LHR; empty for everything else.
  route text not null,
  language text not null,
  currency text not null,
  count bigint not null check (count > 0),
  primary key (day, step, kind, route, language, currency)
);

-- Words that our search knew no answer to, once enough different people had asked for them on one day.
create table unanswered_words (
  day date not null,
  words text not null check (length(words) between 2 and 60),
  people integer not null check (people >= 5),
  primary key (day, words)
);

-- What happened on a day of Dubai, added up once the day is over: a fact, by one of its dimensions and by kind of product.
create table figure_days (
  fact text not null,
  dimension text not null,
  day date not null,
  kind text not null,
  member text not null,
  amount bigint not null,
  -- Made up for a demo: nothing stands behind it, and adding up leaves it alone.
  sample boolean not null default false,
  primary key (fact, dimension, day, kind, member, sample)
);

-- Buyers by the month of their first paid order, and how many of them came back so many months later.
create table cohort_months (
  month date not null,
  later integer not null check (later >= 0),
  buyers integer not null check (buyers > 0),
  sample boolean not null default false,
  primary key (month, later, sample)
);

-- How far the adding up has come: every day up to this one is in figure_days.
create table figure_progress (
  id integer primary key check (id = 1),
  through date not null,
  done_at timestamptz not null
);

-- A question that somebody asks again and again, and perhaps has sent to them every Monday.
create table saved_reports (
  id text primary key,
  owner text not null references internal_users (user_id),
  name text not null check (length(name) between 1 and 80),
  -- The address of the question, without the page.
  query text not null check (length(query) <= 400),
  shared boolean not null,
  weekly boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index saved_reports_by_owner on saved_reports (owner, created_at);

-- One letter of a report and a week.
create table report_letters (
  report_id text not null references saved_reports (id) on delete cascade,
  week date not null,
  sent_at timestamptz not null,
  primary key (report_id, week)
);

-- When a measure of the last minutes is so far off that somebody must look.
create table figure_alerts (
  id text primary key,
  measure text not null,
  supplier text not null default '',
  direction text not null check (direction in ('below', 'above')),
  -- Hundredths of the measure's unit.
  threshold bigint not null check (threshold >= 0),
  minutes integer not null check (minutes between 5 and 1440),
  -- So many cases at least, else nothing is said: one of one is no trend.
  least integer not null check (least between 1 and 1000),
  active boolean not null,
  version integer not null default 1,
  changed_by text not null references internal_users (user_id),
  changed_at timestamptz not null
);

-- A day is added up from what happened on it.
create index orders_by_creation on orders (created_at);
create index order_events_measured on order_events (at)
  where event in ('authorised', 'reclaimed', 'tickets-received', 'found-ticketed', 'ticketing-refused', 'found-failed', 'price-differs');
create index refunds_by_end on refunds (changed_at) where status = 'succeeded';
create index evisa_events_measured on evisa_events (at) where event in ('approve', 'reject', 'release');
create index inquiry_answers_by_time on inquiry_events (at) where event = 'answer';
