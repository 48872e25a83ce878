-- Lists of the visa desk that go over open cases and over closed ones, by the promised day and by receipt.
create index evisa_applications_by_promise on evisa_applications (deliver_by, id) where received_at is not null;
create index evisa_applications_by_receipt on evisa_applications (received_at, id) where received_at is not null;
