import { plainType } from './type-sql.ts'

export const partsSql = plainType({
  table: 'parts',
  noun: 'part',
  component: 'part',
  keyField: 'partNumber',
  keyColumn: 'part_number',
})
