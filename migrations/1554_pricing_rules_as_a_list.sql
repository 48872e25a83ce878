-- The rules of the pricing engine are a list that can be kept under a name.
insert into desk_lists (name) values ('pricing-rules');
