-- What a colleague has in hand of one kind is told apart by its state, so that their share of what waits is counted from the
-- index alone; what they have of one kind altogether is so as before.
create index orders_in_hand on orders (assigned_to, kind, status, id) where assigned_to is not null;
drop index orders_of_owner;
