import type { ReactNode } from 'react'
import { RecordGone } from './record-gone.tsx'

type EditedRecordProps<Row> = {
  noun: string
  /** The path of the list to return to. */
  path: string
  query: { data: Row | undefined; error: unknown }
  /** Its form. */
  children: (record: Row) => ReactNode
}

/** The form of a record once the record has loaded, or the reason why it has not. */
export function EditedRecord<Row>({ noun, path, query: { data, error }, children }: EditedRecordProps<Row>) {
  if (error) return <RecordGone error={error} noun={noun} path={path} />
  return data ? children(data) : null
}
