-- Which open visa cases are late and which are soon due is counted by state from this index alone: it read the row of every
-- open case, ten times as many in ten times the house.
drop index evisa_applications_due_open;
create index evisa_applications_due_open on evisa_applications (deliver_by, id) include (status)
  where received_at is not null and over_at is null;

-- Customers with a tag are few: those who have any are walked in the order of the list, whatever it is sorted by, instead of all.
-- A customer without a tag, as nearly all are, has no entry.
create index customers_tagged on customers (last_contact_at, id) include (tags, orders, lifetime, balance)
  where merged_into is null and tags <> '{}';

-- What a night forgets is a tenth of the log at most, spread over all of it, and the counts of a week are read from indexes
-- alone only where a vacuum has seen the pages since: by default that waits for a fifth.
alter table mail_log set (autovacuum_vacuum_scale_factor = 0.02);
