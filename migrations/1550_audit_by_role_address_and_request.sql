-- Rows of the audit by the role that somebody had, by where they came from and by their request. Each with its action and its
-- place, so that the newest of a rare one among millions of others is found without reading those; and only of rows that have it.
create index audit_events_by_roles on audit_events (roles, action, sequence) where roles <> '{}';
create index audit_events_by_address on audit_events (address, action, sequence) where address is not null;
create index audit_events_by_request on audit_events (request_id, sequence) where request_id is not null;
