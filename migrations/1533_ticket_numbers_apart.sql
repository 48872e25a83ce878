-- No number stands on two tickets, be it a first or a later one. Every ticket is looked at once, while tickets wait: a house with
-- many of them goes to this version in a quiet hour.
alter table flight_tickets add constraint flight_tickets_numbers_apart
  exclude using gist (int8range(number::bigint, number::bigint + booklets) with &&);
