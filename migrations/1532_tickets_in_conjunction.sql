-- More than four flights go on under the numbers that follow a ticket's own. Those of before have one.
alter table flight_tickets add column booklets integer not null default 1 check (booklets between 1 and 5);
