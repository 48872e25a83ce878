-- What the numbers of invoices and of credit notes begin with. A prefix belongs to one of the two for good, so that a number
-- that was given once is never given to another document.
create table invoice_prefixes (
  prefix text primary key check (prefix ~ '^[A-Z]{2,4}$'),
  series text not null,
  since timestamptz not null default now(),
  unique (prefix, series)
);
insert into invoice_prefixes (prefix, series) values ('INV', 'INV'), ('CRN', 'CRN');

-- That of a series in a year; null: the name of the series. It stands beside the counter, under whose lock a number is taken.
alter table invoice_series add column prefix text;
alter table invoice_series add foreign key (prefix, series) references invoice_prefixes (prefix, series);

alter table setting_changes drop constraint setting_changes_section_check;
alter table setting_changes add constraint setting_changes_section_check check (
  section in (
    'company', 'hours', 'limits', 'payments', 'discounts', 'public', 'languages', 'branding', 'second-factor', 'taxes', 'letters', 'numbers'
  )
);
