import { Moment } from '../../shared/format/moment.tsx'
import { Fields } from '../../shared/record/record-drawer.tsx'

/** When a record was added and last changed: the end of its details. */
export const RecordTimes = ({ record }: { record: { createdAt: string; updatedAt: string } }) => (
  <Fields
    rows={[
      ['Added', <Moment key="added" at={record.createdAt} />],
      ['Last changed', <Moment key="changed" at={record.updatedAt} />],
    ]}
  />
)
