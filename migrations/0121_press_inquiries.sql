-- Journalists write too.
alter table inquiries drop constraint inquiries_kind_check;
alter table inquiries add constraint inquiries_kind_check check (
  kind in ('holiday', 'experience', 'staycation', 'flight', 'flight-group', 'booking', 'e-visa', 'visa-assistance', 'press', 'other')
);
