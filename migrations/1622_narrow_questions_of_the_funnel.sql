-- One route is asked of the way from search to ticket without reading the orders of all others: by the route as it was placed;
-- of what is older, by the one that its order has.
create index flight_orders_by_placed_route on flight_orders ((coalesce(placed_route, origin || '-' || destination)));
