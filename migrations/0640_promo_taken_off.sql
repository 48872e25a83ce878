-- A code can be used on an order that is kept and not paid yet, and taken off it again: the row stays, and says when.
alter table promo_claims drop constraint promo_claims_pkey;
alter table promo_claims add column id bigint generated always as identity primary key;
alter table promo_claims add column dropped_at timestamptz check (dropped_at >= at);
create unique index promo_claims_order on promo_claims (order_id) where dropped_at is null;
create index promo_claims_of_order on promo_claims (order_id);
drop trigger promo_claims_append_only on promo_claims;
create function refuse_claim_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.dropped_at is not null or new.dropped_at is null
    or (new.id, new.order_id, new.code, new.rule_id, new.at) is distinct from (old.id, old.order_id, old.code, old.rule_id, old.at) then
    raise exception 'a use of a code is only ever given back';
  end if;
  return new;
end $$;
create trigger promo_claims_append_only before update or delete on promo_claims for each row execute function refuse_claim_change();
