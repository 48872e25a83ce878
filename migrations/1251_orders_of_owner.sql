-- What a colleague has of one kind is counted and named from the index alone; the index of before knew no kinds.
create index orders_of_owner on orders (assigned_to, kind, id) where assigned_to is not null;
drop index orders_by_owner;
