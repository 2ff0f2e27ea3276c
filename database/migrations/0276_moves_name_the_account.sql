-- app.move_integration has one argument more: `known_as`. Without this, databases of before would have two functions of that name.
drop function if exists app.move_integration(uuid, text, uuid, text);
