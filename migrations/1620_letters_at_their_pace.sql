-- When a piece of a campaign's letters was last begun: whoever begins one claims the minute for it.
alter table campaigns add column piece_at timestamptz;
-- Until when a letter is put off. Those that wait for it now are known by the log of mails.
alter table campaign_letters add column not_before timestamptz;
update campaign_letters set not_before = mail_log.not_before
from mail_log
where campaign_letters.status = 'later' and mail_log.id = 'campaign-' || campaign_letters.campaign_id || '.' || campaign_letters.reader_id;
create index campaign_letters_put_off on campaign_letters (campaign_id, not_before) where status = 'later';
