-- By how many minutes an airline may move a flight of an order without its traveller being asked, and who said so when.
-- The three come and go together; nothing is allowed unless somebody said so.
alter table flight_orders add column moves_allowed integer check (moves_allowed between 1 and 59);
alter table flight_orders add column moves_allowed_by text;
alter table flight_orders add column moves_allowed_at timestamptz;
alter table flight_orders add constraint flight_orders_moves_allowed_whole check (
  (moves_allowed is null) = (moves_allowed_by is null) and (moves_allowed is null) = (moves_allowed_at is null));

-- The consent by which a change was accepted in the traveller's name, as it stood when the airline told of it.
alter table schedule_changes add column allowed_minutes integer;
alter table schedule_changes add column allowed_by text;
alter table schedule_changes add column allowed_at timestamptz;
