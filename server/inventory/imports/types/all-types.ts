import type { ItemType } from 'contract/inventory/imports.ts'
import { assembliesSql } from './assemblies.ts'
import { partsSql } from './parts.ts'
import { productsSql } from './products.ts'
import type { TypeSql } from './type-sql.ts'
import { vendorsSql } from './vendors.ts'

export const typeSql: Record<ItemType, TypeSql> = {
  parts: partsSql,
  assemblies: assembliesSql,
  products: productsSql,
  vendors: vendorsSql,
}
