-- An inquiry is invited to one call.
create unique index consultations_one_per_inquiry on consultations (from_inquiry) where from_inquiry is not null;
