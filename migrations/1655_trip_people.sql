-- Everybody of a group whose flights were sold by proposal: whoever asked for them is all that its order knows. One row for each place.
create table trip_people (
  order_id text not null references orders (id),
  position integer not null check (position between 0 and 299),
  personal text not null,
  changed_at timestamptz not null,
  primary key (order_id, position)
);
