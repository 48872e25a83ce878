-- A route by departure is read from one index: among the flights of all routes it was one in a hundred and more.
create index flight_orders_of_route_by_time on flight_orders (origin, destination, departs_at, order_id);
