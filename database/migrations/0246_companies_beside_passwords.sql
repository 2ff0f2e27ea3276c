-- Their results also have the names of companies, which a password must not consist of.
drop function if exists app.own_password();
drop function if exists app.password_reset_of(text);
