-- A price may be put on record anew because it is taxed by the day on which it is paid. Rows from before have one of the causes
-- that were there: they are not read again while orders wait.
alter table price_snapshots drop constraint price_snapshots_cause_check;
alter table price_snapshots add constraint price_snapshots_cause_check
  check (cause in ('placed', 'lower', 'absorbed', 'consented', 'proposed', 'taxed')) not valid;
