-- The newest documents that were charged in one currency, however few of them there are.
create index invoices_by_currency on invoices (charged_currency, issued_at desc, id desc);
