-- A line that stands in another statement of the same account already: files of overlapping days are taken, their lines once.
alter table bank_lines drop constraint bank_lines_status_check;
alter table bank_lines add constraint bank_lines_status_check check (status in ('open', 'asked', 'matched', 'not-ours', 'seen'));
-- the line that it repeats; null where somebody looked and said that it is another payment
alter table bank_lines add column seen_in text references bank_lines (id);
alter table bank_lines add constraint bank_lines_seen_check check (status <> 'seen' or seen_in is not null);
create index bank_lines_by_seen on bank_lines (seen_in) where seen_in is not null;

insert into status_edges (machine, from_status, to_status) values ('bank-line', 'seen', 'open');
