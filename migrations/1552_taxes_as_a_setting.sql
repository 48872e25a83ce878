-- How lines of a price are taxed, now and from a day on, is a section of what owners set.
alter table setting_changes drop constraint setting_changes_section_check;
alter table setting_changes add constraint setting_changes_section_check
  check (section in ('company', 'hours', 'limits', 'payments', 'taxes', 'discounts', 'public', 'languages', 'branding', 'second-factor'));
