-- Pages of inquiries and reviews are read on from a row: each order of a list has an index that it is read from.
create index inquiries_promised on inquiries (status, answer_by, id);
create index inquiries_of_state_latest on inquiries (status, created_at desc, id);
create index inquiries_latest on inquiries (created_at desc, id);
create index reviews_latest on reviews (changed_at desc, id);
