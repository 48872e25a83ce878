-- Extras that were paid with an order, and what airlines changed, are figures of every day: the days that are over are added up
-- once more, piece by piece, with both. A page says meanwhile which days it lacks.
create index schedule_changes_by_time on schedule_changes (received_at);
delete from figure_progress;
