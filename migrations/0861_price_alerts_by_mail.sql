-- A price can be watched without an account: by an address that said yes in its own mailbox. One waiting and one live for
-- an address and a thing; what is stopped keeps no address.
alter table price_alerts
  alter column user_id drop not null,
  add column contact text,
  add column email_index text,
  add column confirmed_at timestamptz,
  add constraint price_alerts_whose check (
    case
      when user_id is not null then contact is null and email_index is null
      when stopped_at is not null then contact is null and email_index is null
      else contact is not null and email_index is not null
    end
  );
create unique index price_alerts_waiting on price_alerts (email_index, thing) where confirmed_at is null and stopped_at is null;
create unique index price_alerts_live on price_alerts (email_index, thing) where confirmed_at is not null and stopped_at is null;
