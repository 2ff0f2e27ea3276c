/* What moves the stock of a part. The law, always and for every way of changing parts.stock_level:
     opening balance + sum of movements = stock,
   where the opening balance is what the part was created with. It is not stored a second time: it is the stock of a part that
   never moved, else `balance - delta` of its first movement. Each movement carries the balance it left, so the rows of a part form
   a chain (each starts where the one before ended, the last ends at the stock) and none can be missing unnoticed.
   The 100,000 parts of a new import so begin with no row at all. */
create table stock_movements (
  id bigint generated always as identity, -- within a part in the order of the changes: the trigger runs while the part is locked
  company_id uuid not null,
  part_id uuid not null, -- without a foreign key: a deleted part may come back by undo, and its story with it
  delta int not null,
  balance int not null check (balance >= 0),
  reason text not null check (reason in ('received', 'used', 'counted', 'damaged', 'returned', 'other', 'edited', 'imported', 'undone')),
  note text,
  user_id uuid,
  change_set_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (company_id, part_id, id),
  -- A count that finds what was expected is recorded too: a movement of 0 says who counted, and when.
  constraint stock_movements_delta_check check (delta <> 0 or reason = 'counted')
);
