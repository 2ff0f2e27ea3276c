-- not in a transaction
/* Earlier versions called the reversal of a count, of an edit or of an import 'other', as what a person books for another reason. Each turn takes some whose
   reversed movement has its reason: the reversal of a reversal comes after it. */
do $$
begin
  loop
    exit when not exists (select from stock_movements r join stock_movements o on o.company_id = r.company_id and o.item_id = r.item_id and o.id = r.reverses
      where r.reverses is not null and r.reason = 'other' and o.reason in ('counted', 'edited', 'imported', 'undone', 'opening', 'deleted'));
    alter table stock_movements disable trigger user;
    update stock_movements m set reason = f.reason from (
      select r.company_id, r.item_id, r.id, case o.reason when 'counted' then 'counted' else 'undone' end as reason
      from stock_movements r join stock_movements o on o.company_id = r.company_id and o.item_id = r.item_id and o.id = r.reverses
      where r.reverses is not null and r.reason = 'other' and o.reason in ('counted', 'edited', 'imported', 'undone', 'opening', 'deleted')
      limit 10000) f
    where m.company_id = f.company_id and m.item_id = f.item_id and m.id = f.id;
    alter table stock_movements enable trigger user;
    commit;
  end loop;
end $$;
