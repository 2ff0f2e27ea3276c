import type { ComponentProps } from 'react'
import { RecordActions } from '../../shared/record/record-actions.tsx'
import { useCan } from '../../shared/session/session.ts'

/** Edit and Delete above the details of a record. */
export const ItemActions = (props: ComponentProps<typeof RecordActions>) =>
  useCan('inventory.write') && <RecordActions {...props} />
