-- Photographs of what we sell, shown in place of its poster. The pictures lie as files named by their hash.
create table photographs (
  id text primary key,
  kind text not null check (kind in ('tour', 'experience', 'stay')),
  thing text not null,
  position integer not null,
  hash text not null check (hash ~ '^[0-9a-f]{40}$'),
  -- Of the largest picture kept, in pixels.
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- What must stay visible however it is cropped, in hundredths of width and height.
  focus_x integer not null check (focus_x between 0 and 100),
  focus_y integer not null check (focus_y between 0 and 100),
  -- What it shows, in every language of the shop.
  alt jsonb not null check (alt ?& array['en', 'ar', 'tl', 'es', 'pt']),
  version integer not null default 1,
  changed_by text not null,
  changed_at timestamptz not null,
  removed_at timestamptz
);
create index photographs_of on photographs (kind, thing, position) where removed_at is null;

create trigger photographs_edition after insert or update on photographs
  for each statement execute function turn_catalogue_edition('experience');
create trigger photographs_tour_edition after insert or update on photographs
  for each statement execute function turn_catalogue_edition('tour');
create trigger photographs_stay_edition after insert or update on photographs
  for each statement execute function turn_catalogue_edition('stay');
