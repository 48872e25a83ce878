-- Calls of one record are found without its plain notes, and what an airline said of an order without what it said of others.
create index record_notes_calls on record_notes (kind, record_id, at desc) where call_way is not null and removed_at is null;
create index schedule_changes_by_order on schedule_changes (order_id, contract, said_at desc);
