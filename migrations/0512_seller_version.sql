-- Two owners at once: whoever saves the seller's data from an older page is told.
alter table invoice_seller add column version integer not null default 1;
