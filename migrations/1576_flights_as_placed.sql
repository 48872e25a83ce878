-- What was ordered, as it was when the order was placed: an exchange makes other flights of it. Null on what is older.
alter table flight_orders add column placed_route text;
alter table flight_orders add column placed_cabin text;
alter table flight_orders add column placed_departs date;
