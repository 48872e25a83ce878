-- More than four flights go on under the numbers that follow a ticket's own. Those of before have one.
alter table flight_tickets add column booklets integer not null default 1 check (booklets between 1 and 5);
-- No number stands on two tickets, be it a first or a later one.
alter table flight_tickets add constraint flight_tickets_numbers_apart
  exclude using gist (int8range(number::bigint, number::bigint + booklets) with &&);
