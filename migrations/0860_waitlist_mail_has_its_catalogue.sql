-- The words of booking a tour are a catalogue of their own; what staff wrote over the waitlist's mail goes with them.
update mail_wordings
set catalogue = 'tour-booking', words = replace(words::text, '"book.wait.', '"wait.')::jsonb
where kind = 'waitlist.mail' and catalogue = 'holidays';
