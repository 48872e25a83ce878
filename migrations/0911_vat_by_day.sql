-- Lines of documents summed by their day of Dubai and their treatment: the VAT return adds days instead of documents. Kept
-- by the insert of the lines themselves, so that no document can be issued past it. Whoever issues holds the counter of the
-- series, and a sum is of one series: nobody waits here who did not wait there.
create table vat_days (
  day date not null,
  series text not null,
  kind text not null,
  vat_category text not null,
  vat_basis_points integer not null,
  -- Empty for our own VAT.
  vat_place text not null,
  emirate text not null,
  net bigint not null,
  vat bigint not null,
  primary key (day, series, kind, vat_category, vat_basis_points, vat_place, emirate)
);

create function keep_vat_days() returns trigger language plpgsql as $$
begin
  insert into vat_days as d (day, series, kind, vat_category, vat_basis_points, vat_place, emirate, net, vat)
    select (i.issued_at at time zone 'Asia/Dubai')::date, i.series, i.kind, l.vat_category, l.vat_basis_points, coalesce(l.vat_place, ''),
      coalesce(i.seller ->> 'emirate', 'DU'), sum(l.net), sum(l.vat)
    from added l join invoices i on i.id = l.invoice_id group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
  on conflict (day, series, kind, vat_category, vat_basis_points, vat_place, emirate)
    do update set net = d.net + excluded.net, vat = d.vat + excluded.vat;
  return null;
end $$;
create trigger invoice_lines_keep_vat_days after insert on invoice_lines referencing new table as added
  for each statement execute function keep_vat_days();

insert into vat_days (day, series, kind, vat_category, vat_basis_points, vat_place, emirate, net, vat)
  select (i.issued_at at time zone 'Asia/Dubai')::date, i.series, i.kind, l.vat_category, l.vat_basis_points, coalesce(l.vat_place, ''),
    coalesce(i.seller ->> 'emirate', 'DU'), sum(l.net), sum(l.vat)
  from invoice_lines l join invoices i on i.id = l.invoice_id group by 1, 2, 3, 4, 5, 6, 7;
