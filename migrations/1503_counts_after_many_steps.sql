-- A flight order is written again at every step until its ticket, and what is due soon is counted from indexes alone, which
-- holds only where a vacuum has seen the pages since: by default it waits until a fifth of all orders there ever were has
-- changed. Without this the count read thirty times as many blocks once states were written beside departures.
alter table flight_orders set (autovacuum_vacuum_scale_factor = 0.02);
