-- One count for all servers, as rate-limiter-flexible keeps it: one row for each limit and person or address, an upsert for each
-- request that counts. Not logged: a crash forgets the counts of an hour, and counting waits for no disk.
drop table rate_limits;
create unlogged table rate_limits (
  key varchar(255) primary key,
  points int not null default 0,
  expire bigint -- ms since 1970
);
call app.let_in('rate_limits', 'app_rt', 'select,insert,update,delete');
