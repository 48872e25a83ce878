-- What has a limit is found by whose it is alone: asked for both, the database takes the two for independent of each other
-- and reads a hundred times what it expected.
drop index flight_orders_by_limit;
create index flight_orders_by_limit on flight_orders (limit_at, order_id) include (limit_of) where limit_of is not null;
