import { createdAt, updatedAt } from 'contract/inventory/item-fields.ts'
import { roleLabels, rolesWith } from 'contract/permissions.ts'
import { rowsOf } from '../../shared/record/catalogue-rows.tsx'
import { Fields } from '../../shared/record/record-drawer.tsx'
import { useCan } from '../../shared/session/session.ts'

const fields = { createdAt, updatedAt }

/** When a record was added and last changed, and who may change it, for people who may not: the end of its details. */
export const RecordTimes = ({ record }: { record: { createdAt: string; updatedAt: string } }) => (
  <>
    <Fields rows={rowsOf({ fields }, record, 'times')} />
    {!useCan('inventory.write') && <p className="mt-3 text-xs text-muted">Only {writers} may change this.</p>}
  </>
)

const writers = rolesWith('inventory.write')
  .map((role) => `${roleLabels[role]}s`)
  .join(' and ')
