-- What the e-visas of a country really took and how many were granted, counted each night over twelve months.
create table evisa_records (
  country text primary key,
  decided integer not null check (decided > 0),
  granted integer not null check (granted between 0 and decided),
  -- Days from the payment to the visa in hand, over the granted ones; null where none was.
  days_least integer,
  days_median integer,
  days_most integer,
  counted_at timestamptz not null
);
