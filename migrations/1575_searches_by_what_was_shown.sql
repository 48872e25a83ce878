-- Searches for flights that were answered, and the flights that were laid out for them, counted by day without a trace of who asked.
create table flight_search_days (
  day date not null,
  route text not null,
  -- The airline of the first flight; empty: all of them together.
  airline text not null,
  cabin text not null,
  -- How many days ahead, in spans.
  lead text not null,
  searches bigint not null check (searches > 0),
  offers bigint not null check (offers >= 0),
  primary key (day, route, airline, cabin, lead)
);
