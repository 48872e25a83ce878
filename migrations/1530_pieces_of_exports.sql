-- A long list is written in several files, so that none is held in memory as a whole. Those of before have one.
alter table export_files add column pieces integer not null default 1 check (pieces > 0);
