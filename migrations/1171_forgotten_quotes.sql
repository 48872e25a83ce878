-- A quote that never became an order is told of nobody once its time is long over: its flights and prices stay, its caller goes.
alter table flight_quotes add column forgotten_at timestamptz;
create index flight_quotes_to_forget on flight_quotes (expires_at, id) where order_id is null and forgotten_at is null;
