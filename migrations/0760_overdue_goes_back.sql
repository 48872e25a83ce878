-- Who was added and never paid for may be taken off again: what is paid for is had, and nothing more is owed.
insert into status_edges (machine, from_status, to_status) values
  ('booking', 'overdue', 'amending');
