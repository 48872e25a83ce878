-- The edition of the terms of service that visitors read now; null while none is public.
create view terms_in_force as select live_edition as edition from content_items where kind = 'legal' and slug = 'terms';

-- Which edition a traveller agreed to; orders from before it was kept have none.
alter table orders add column terms_edition integer;
create function refuse_other_terms() returns trigger language plpgsql as $$
begin
  raise exception 'order % was placed under edition % of the terms', old.id, old.terms_edition using errcode = '23514', constraint = 'order_terms';
end $$;
create trigger orders_terms before update of terms_edition on orders for each row when (new.terms_edition is distinct from old.terms_edition) execute function refuse_other_terms();
