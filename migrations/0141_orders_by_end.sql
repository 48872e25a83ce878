-- Who came home lately is asked for every day.
create index orders_by_travel_end on orders (travel_ends);
