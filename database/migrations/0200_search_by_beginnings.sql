-- app.search_page also takes the short words of a search.
drop function if exists app.search_page(text, uuid, text[], text, jsonb, text, boolean, int, int, int);
