-- The country whose VAT a line carries, where it is not the house's own: Oman has the rate of the Emirates.
alter table invoice_lines add column vat_place text check (vat_place ~ '^[A-Z]{2}$');
