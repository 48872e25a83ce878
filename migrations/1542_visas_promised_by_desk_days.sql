-- Whether our own day of a promise is one on which the visa desk works; what was promised before goes on as it was counted.
alter table evisa_applications add column by_desk_days boolean not null default false;
