-- Everybody who wrote at a wording had a hand in it, not only who wrote last: none of them approves it.
alter table mail_wordings add column touched_by text[] not null default '{}';
update mail_wordings set touched_by = array[written_by];
