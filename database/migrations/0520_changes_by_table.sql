-- Each table has a function of its own that logs its changes (app.log_changes). The triggers are made again with the routines.
drop function if exists app.log_update() cascade;
