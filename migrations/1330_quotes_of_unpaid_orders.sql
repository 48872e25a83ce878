-- Of a quote whose order ended before anything was paid its caller is forgotten like that of one without an order.
create index flight_quotes_told on flight_quotes (expires_at, id) where forgotten_at is null;
