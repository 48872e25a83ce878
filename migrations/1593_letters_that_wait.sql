-- Whoever wrote at a campaign is no second person of it, whoever saved it last.
alter table campaigns add column touched_by text[] not null default '{}';
-- A letter that the mail server did not take goes back among those that wait.
insert into status_edges (machine, from_status, to_status) values ('mail', 'failed', 'queued');
create index campaign_letters_left on campaign_letters (campaign_id) where left_at is not null;
