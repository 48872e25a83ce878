-- A piece of a campaign that fails is told to a colleague at once: its next try is the next minute's, which claims it anew.
do $$ begin
  if to_regclass('pgboss.queue') is not null then
    update pgboss.queue set retry_limit = 0 where name = 'campaign.batch';
  end if;
end $$;
