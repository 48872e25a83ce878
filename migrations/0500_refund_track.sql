-- The list of refunds on their way is read by state and age, and joins what staff asked for by its id.
create index refunds_on_the_way on refunds (created_at, id) where status <> 'succeeded';
create index refunds_by_age on refunds (created_at, id);
