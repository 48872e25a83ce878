-- By which passport an application was made, as a keyed hash: earlier applications with it are found without opening a form.
-- Goes with the form.
create table visa_passports (
  id text primary key references evisa_applications (id) on delete cascade,
  number_index text not null,
  at timestamptz not null
);
create index visa_passports_by_number on visa_passports (number_index);
