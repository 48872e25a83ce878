-- Advice calls and interviews take time of the same people. Each kind of claim keeps itself apart already; these triggers keep
-- the two kinds apart. A claim that would put somebody in two places is left out, which its writer counts as taken. The lock is
-- the person's: of two that look at the same moment, the second sees what the first has written.
create function claim_call_once() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('calendar ' || new.officer_id));
  if exists (
    select 1 from interview_claims c
    where c.user_id = new.officer_id and c.starts_at < new.tick + interval '15 minutes' and c.ends_at > new.tick
  ) then
    return null;
  end if;
  return new;
end $$;
create trigger consultation_claims_free before insert on consultation_claims for each row execute function claim_call_once();

create function claim_interview_once() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('calendar ' || new.user_id));
  if exists (
    select 1 from consultation_claims c
    where c.officer_id = new.user_id and c.tick < new.ends_at and c.tick + interval '15 minutes' > new.starts_at
  ) then
    return null;
  end if;
  return new;
end $$;
create trigger interview_claims_free before insert on interview_claims for each row execute function claim_interview_once();
