import type { Given } from '../given/given.ts'

/**
 * The parts that break the law of stock (I1): opening + sum of movements = stock, and each movement starts where the one
 * before ended. Empty when all is well.
 */
export const stockFaults = (given: Given) =>
  given.sql(`
    with chain as (
      select company_id, part_id, delta, balance,
        lag(balance) over w as before, lead(balance) over w is null as is_last
      from stock_movements window w as (partition by company_id, part_id order by id))
    select p.part_number, p.stock_level, c.before, c.delta, c.balance from chain c
    join parts p on p.company_id = c.company_id and p.id = c.part_id
    where c.before + c.delta <> c.balance or (c.is_last and c.balance <> p.stock_level)`)
