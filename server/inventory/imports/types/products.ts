import { plainType } from './type-sql.ts'

export const productsSql = plainType({
  table: 'products',
  noun: 'product',
  component: 'product',
  keyField: 'sku',
  keyColumn: 'sku',
})
