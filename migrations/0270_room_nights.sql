-- A stay is ONE claim on a named unit for a stretch of nights: the night of `until` belongs to the next guest.
alter table claims add column nights daterange;
alter table claims add constraint claims_nights_of_unit check (nights is null or (unit_key is not null and not isempty(nights)));
drop index claims_one_per_unit;
create unique index claims_one_per_unit on claims (unit_key) where unit_key is not null and nights is null and status in ('held', 'allocated');
alter table claims add constraint claims_no_shared_night
  exclude using gist (unit_key with =, nights with &&) where (nights is not null and status in ('held', 'allocated'));
