-- The draft that an order came from, for asking once more for what ran out in a basket.

create index holiday_drafts_by_order on holiday_drafts (order_id) where order_id is not null;
