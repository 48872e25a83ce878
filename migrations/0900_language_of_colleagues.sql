-- In which language the house writes to a colleague. Until they choose one themselves it is English, as it was for all.
alter table internal_users add column language text not null default 'en' check (language in ('en', 'ar', 'es', 'pt', 'tl'));
