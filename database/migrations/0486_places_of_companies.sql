-- Whether companies have places is asked of many at once, as whether their stock is divided.
drop function if exists app.has_places(company uuid);
