-- Whom the buyer wants the tax invoice made out to, sealed; null: the first traveller, as ever.
alter table orders add column invoice_to text;
