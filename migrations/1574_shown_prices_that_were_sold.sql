-- When what was shown was ordered; null: it was not, so far. A change of prices is tried on both for as long as they are kept.
alter table shown_quotes add column sold_at timestamptz;
create index shown_quotes_unsold on shown_quotes (shown_at, subject) where sold_at is null;
-- Of what was shown before, nobody noted whether it was ordered: it counts as if, so that no order is tried twice.
update shown_quotes set sold_at = shown_at;
