-- The letters of one campaign, newest first, as the log of mails lists them: how a letter's id begins names its campaign.
create index mail_log_letters on mail_log (split_part(id, '.', 1), queued_at desc, id desc) where kind = 'campaigns.letter';
-- Of a great campaign the few that did not leave.
create index mail_log_letters_kept_back on mail_log (split_part(id, '.', 1), status, queued_at desc, id desc)
  where kind = 'campaigns.letter' and status <> 'sent';
