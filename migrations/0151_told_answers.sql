-- Which answer of the airline the traveller has been told; what is not the present one is still to be mailed.
alter table traveller_requests add column told_status text check (told_status in ('confirmed', 'refused'));
update traveller_requests set told_status = status where status <> 'requested';
