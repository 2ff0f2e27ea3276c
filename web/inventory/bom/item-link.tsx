import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'contract/inventory/bom.ts'
import { companyOnly } from '../../shared/table/list-search.ts'
import classes from './bom-table.module.css'

const lists: Record<ComponentType, string> = {
  part: '/inventory/parts',
  assembly: '/inventory/assemblies',
  product: '/inventory/products',
}

/** Number and name of a part, assembly or product, leading to its details. */
export function ItemLink({ item }: { item: { type: ComponentType; id: string; number: string; name: string } }) {
  return (
    <Link
      className={classes.item}
      to={`${lists[item.type]}/${item.id}` as '/'}
      search={companyOnly as never}
      title={`${item.number} ${item.name}`}
    >
      <span className={classes.number}>{item.number}</span> <span className={classes.name}>{item.name}</span>
    </Link>
  )
}
