-- The log of one address, and what of all of them is over, are read without the rest.
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, created_at desc, id);
create index webhook_deliveries_over on webhook_deliveries (created_at) where state <> 'waiting';
