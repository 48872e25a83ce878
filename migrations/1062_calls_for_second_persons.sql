-- What waits for a second person calls one: from now on with every move, and once for what waits already.
insert into staff_tasks (id, kind, subject, text_key, detail, opened_at, asked_by)
select gen_random_uuid()::text, kind, subject, 'tasks:' || kind, detail, since, asked_by from (
  select 'own-fare' as kind, 'flight_allotments:' || id as subject, jsonb_build_object('allotment', id) as detail, changed_at as since, drafted_by as asked_by
  from flight_allotments where status = 'review'
  union all
  select 'supplier-bank', 'flight_suppliers:' || supplier, jsonb_build_object('supplier', supplier), asked_at, asked_by
  from flight_supplier_banks where status = 'asked'
  union all
  select 'markup-draft', 'pricing_drafts:' || id, jsonb_build_object('product', product), changed_at, touched_by[cardinality(touched_by)]
  from pricing_drafts where status = 'review'
  union all
  select 'price-policy', 'pricing_policies:' || number, jsonb_build_object('policy', title), changed_at, touched_by[cardinality(touched_by)]
  from pricing_policies where status = 'simulated'
  union all
  select 'campaign', 'campaigns:' || id, jsonb_build_object('campaign', name), changed_at, 'staff:' || written_by
  from campaigns where status = 'in_review'
  union all
  select 'tour-edition', 'tours:' || tour_id, jsonb_build_object('tour', tour_id), changed_at, 'staff:' || changed_by
  from tour_editions where status = 'in_review'
  union all
  select 'activity-edition', 'experiences:' || experience_id, jsonb_build_object('activity', experience_id), changed_at, 'staff:' || changed_by
  from experience_editions where status = 'in_review'
  union all
  select 'evisa-offer', 'evisa_countries:' || code, jsonb_build_object('country', code), drafted_at, drafted_by
  from evisa_editions where status = 'draft'
  union all
  select 'content-edition', 'content_items:' || id, jsonb_build_object('text', id), changed_at, submitted_by
  from content_items where status = 'review'
) waiting
on conflict do nothing;
