import type { ItemType } from 'contract/inventory/imports.ts'
import { plainType, type TypeSql } from './type-sql.ts'
import { vendorsSql } from './vendors.ts'

export const typeSql: Record<ItemType, TypeSql> = {
  parts: plainType({
    ...{ table: 'parts', noun: 'part', component: 'part' },
    ...{ keyField: 'partNumber', keyColumn: 'part_number' },
  }),
  assemblies: plainType({
    ...{ table: 'assemblies', noun: 'assembly', component: 'assembly' },
    ...{ keyField: 'assemblyNumber', keyColumn: 'assembly_number' },
  }),
  products: plainType({
    ...{ table: 'products', noun: 'product', component: 'product' },
    ...{ keyField: 'sku', keyColumn: 'sku' },
  }),
  vendors: vendorsSql,
}
