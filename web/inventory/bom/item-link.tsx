import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'contract/inventory/bom.ts'
import { at } from '../../shared/page/at.ts'
import { useAddressOf } from '../../shared/record/places.ts'
import { RecordPicture } from '../../shared/record/record-picture.tsx'
import { companyOnly } from '../../shared/table/list-search.ts'
import classes from './bom-table.module.css'

/** Number and name of a part, assembly or product, leading to its details. */
export function ItemLink({
  item,
}: {
  item: { type: ComponentType; id: string; number: string; name: string; pictureId?: string | null }
}) {
  return (
    <Link
      className={`no-underline text-inherit ${classes.item}`}
      {...at(useAddressOf()(item.type, item.id) ?? '.', companyOnly)}
      title={`${item.number} ${item.name}`}
    >
      <RecordPicture id={item.pictureId} size={20} />
      <span className={`code text-plain font-medium ${classes.number}`}>{item.number}</span>{' '}
      <span className="text-muted">{item.name}</span>
    </Link>
  )
}
