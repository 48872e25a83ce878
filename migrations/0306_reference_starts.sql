-- An order of whatever kind is found by the beginning of its reference, whatever the collation of the database.
create index orders_by_bare_reference_start on orders (reference text_pattern_ops);
