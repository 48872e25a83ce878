-- A mail that was held up while somebody had it in hand may have left after all, or come back: what became of it is the fact.
insert into status_edges (machine, from_status, to_status) values
  ('mail', 'suppressed', 'sent'), ('mail', 'suppressed', 'bounced');
