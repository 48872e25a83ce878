-- What colleagues quoted to callers and nobody ordered: a change of prices is tried on it for a week.
create index flight_quotes_unordered on flight_quotes (sent_at, id) where order_id is null and sent_at is not null;
