-- What is open is counted from indexes alone: what is owed by orders that ended, how the mails of a week stand, and what
-- tickets were rated. Reading the rows behind them cost more than the pages that show the counts.
create index order_events_owed on order_events (order_id, version desc) include (at) where event = 'owe-refund';

drop index orders_owing_refund;
create index orders_owing_refund on orders (kind, id) where status = 'refund_due';

drop index refunds_by_order;
create index refunds_by_order on refunds (order_id, created_at);

create index mail_log_standing on mail_log (queued_at) include (status, kind);

create index tickets_by_rating on tickets (rated_at) include (rating) where rated_at is not null;
