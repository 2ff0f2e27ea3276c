-- Whether a company has parts with lots is asked at each movement.
create index parts_with_lots on parts (company_id) where has_lots;
