-- Whose check-in opens now is asked every ten minutes.
create index flight_segments_by_departure on flight_segments (departs_at);
