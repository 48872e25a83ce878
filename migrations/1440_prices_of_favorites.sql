-- What a favourite cost when it was kept, in fils, so that it can be said when it got cheaper; null where nobody knew.
alter table favorites add column kept_price bigint check (kept_price > 0);
-- When it was removed. It stays for a day, so that removing it can be undone.
alter table favorites add column dropped_at timestamptz;
