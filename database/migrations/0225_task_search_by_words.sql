-- app.task_hits takes the words of a search one by one.
drop function if exists app.task_hits(uuid, text, int);
