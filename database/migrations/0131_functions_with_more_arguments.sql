-- `create or replace` in the routines adds a function beside one with other arguments, and then its name alone says too little.
drop function if exists app.clock_out(uuid, uuid);
drop function if exists app.revise_time_entry(uuid, uuid, int, timestamptz, timestamptz, text, text);
