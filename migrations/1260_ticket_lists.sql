-- The list of tickets is read in the order of its clocks from one index, those without a clock behind the others; and which tags
-- there are is said by the tickets that have any.
drop index tickets_by_due;
create index tickets_by_due on tickets (due_at, id);
create index tickets_tagged on tickets (tags) where tags <> '{}';
