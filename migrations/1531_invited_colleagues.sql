-- When somebody was invited who has not signed in since; null once they have, and for whoever was never invited by mail.
alter table internal_users add column invited_at timestamptz;
-- Whoever was invited before and has neither chosen a password nor come in by another door.
update internal_users u set invited_at = u.created_at
  where u.employment_status = 'active'
    and not exists (select 1 from credentials c where c.user_id = u.user_id)
    and not exists (select 1 from sessions s where s.user_id = u.user_id);
