-- Who owes a part that a change added has paid for the rest: what is booked is had, or missed, like any other.
insert into status_edges (machine, from_status, to_status) values
  ('booking', 'balance_due', 'redeemed'),
  ('booking', 'overdue', 'redeemed'),
  ('booking', 'balance_due', 'no_show'),
  ('booking', 'overdue', 'no_show');
