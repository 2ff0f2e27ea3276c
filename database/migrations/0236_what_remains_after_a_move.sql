-- app.move_integration takes what stays at the service.
drop function if exists app.move_integration(uuid, text, uuid);
