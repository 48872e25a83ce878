-- One route or one airline is asked of the way from search to ticket without reading all days of all others.
create index flight_search_days_by_route on flight_search_days (route, day);
create index flight_search_days_by_airline on flight_search_days (airline, day);
-- The route as it was placed; of what is older, the one that its order has.
create index flight_orders_by_placed_route on flight_orders ((coalesce(placed_route, origin || '-' || destination)));
