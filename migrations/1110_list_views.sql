-- Lists that can be kept under a name since every list of the desk can.
insert into desk_lists (name)
values ('tasks'), ('tickets'), ('refunds'), ('schedules'), ('inquiries-flights'), ('inquiries-holidays'), ('inquiries-staycations'),
  ('inquiries-evisa'), ('inquiries-visa-assistance'), ('loyalty'), ('reviews'), ('mails'), ('audit-log');
