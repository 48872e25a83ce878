-- A request for tickets that never left, because its process died before the call, leaves the order paid as before.
insert into status_edges (machine, from_status, to_status) values ('flight-order', 'ticketing', 'paid');
