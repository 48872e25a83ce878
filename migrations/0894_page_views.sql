-- How often a page was looked at on a day, without a trace of who did: one counter for a page and a day.
create table page_view_days (
  -- What the page is of; a posting has its own address as its name.
  kind text not null check (kind in ('job-posting')),
  name text not null,
  day date not null,
  views integer not null check (views > 0),
  primary key (kind, name, day)
);
