-- Open tasks that were taken on by colleagues who left, or are not active, wait for whoever may do them.
update staff_tasks t set claimed_by = null, claimed_at = null
 where t.closed_at is null and t.claimed_by like 'staff:%'
   and not exists (select 1 from internal_users i
                    where 'staff:' || i.user_id = t.claimed_by and i.is_active and i.employment_status = 'active');
