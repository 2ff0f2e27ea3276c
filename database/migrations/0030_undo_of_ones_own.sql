-- Managers take back what they did themselves (reach `own`); what of it they may write is asked by the fence of each table as ever.
alter policy change_set_undone on change_sets
  using (company_id = any ((select app.scope_for('activity.undo'))::uuid[])
    and ((select app.reach('activity.undo')) <> 'own' or user_id = (select app.user_id())))
  with check (company_id = any ((select app.scope_for('activity.undo'))::uuid[])
    and ((select app.reach('activity.undo')) <> 'own' or user_id = (select app.user_id())));
