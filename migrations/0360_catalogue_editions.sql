-- Tells every process that something of a catalogue changed, so that what was made of it is made anew: the number of a
-- kind goes up once for each statement that writes its tables, in the transaction that writes.
create table catalogue_editions (
  kind text primary key check (kind in ('tour', 'experience', 'stay')),
  edition bigint not null default 1
);
insert into catalogue_editions (kind) values ('tour'), ('experience'), ('stay');

create function turn_catalogue_edition() returns trigger language plpgsql as $$
begin
  update catalogue_editions set edition = edition + 1 where kind = tg_argv[0];
  return null;
end
$$;

create trigger tours_edition after insert or update or delete or truncate on tours
  for each statement execute function turn_catalogue_edition('tour');
create trigger tour_stops_edition after insert or update or delete or truncate on tour_stops
  for each statement execute function turn_catalogue_edition('tour');
create trigger tour_texts_edition after insert or update or delete or truncate on tour_texts
  for each statement execute function turn_catalogue_edition('tour');
create trigger experiences_edition after insert or update or delete or truncate on experiences
  for each statement execute function turn_catalogue_edition('experience');
create trigger experience_texts_edition after insert or update or delete or truncate on experience_texts
  for each statement execute function turn_catalogue_edition('experience');
create trigger staycations_edition after insert or update or delete or truncate on staycations
  for each statement execute function turn_catalogue_edition('stay');
create trigger staycation_rooms_edition after insert or update or delete or truncate on staycation_rooms
  for each statement execute function turn_catalogue_edition('stay');
create trigger staycation_texts_edition after insert or update or delete or truncate on staycation_texts
  for each statement execute function turn_catalogue_edition('stay');
