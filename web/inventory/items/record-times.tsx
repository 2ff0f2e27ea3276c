import { createdAt, updatedAt } from 'contract/inventory/item-fields.ts'
import { rowsOf } from '../../shared/record/catalogue-rows.tsx'
import { Fields } from '../../shared/record/record-drawer.tsx'

const fields = { createdAt, updatedAt }

/** When a record was added and last changed: the end of its details. */
export const RecordTimes = ({ record }: { record: { createdAt: string; updatedAt: string } }) => (
  <Fields rows={rowsOf({ fields }, record, 'times')} />
)
