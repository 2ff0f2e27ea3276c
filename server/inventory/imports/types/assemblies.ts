import { plainType } from './type-sql.ts'

export const assembliesSql = plainType({
  table: 'assemblies',
  noun: 'assembly',
  component: 'assembly',
  keyField: 'assemblyNumber',
  keyColumn: 'assembly_number',
})
