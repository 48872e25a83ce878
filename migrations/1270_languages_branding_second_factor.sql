-- More sections of what owners set: the languages of the shop, the house's own mark, and which roles need a second factor.
alter table setting_changes drop constraint setting_changes_section_check;
alter table setting_changes add constraint setting_changes_section_check
  check (section in ('company', 'hours', 'limits', 'payments', 'discounts', 'public', 'languages', 'branding', 'second-factor'));
