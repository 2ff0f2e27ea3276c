import { lazy, Suspense } from 'react'
import { useCompanyId } from '../session/session.ts'
import { ExportPlace } from './export-place.tsx'
import type { ListExportProps } from './list-export.tsx'

const ListExport = lazy(async () => ({ default: (await import('./list-export.tsx')).ListExport }))

type Props = Omit<ListExportProps, 'from'> & {
  /** The name of the file, and the end of its address: 'tasks'. */
  name: string
  /** Whether the list belongs to no company. */
  isOfAll?: boolean
}

/** The button that exports a list as shown; nobody presses it at once, so its menu loads after the list. */
export function LazyListExport({ name, isOfAll = false, ...rest }: Props) {
  const companyId = useCompanyId()
  return (
    <Suspense fallback={<ExportPlace />}>
      <ListExport {...rest} from={isOfAll ? `/api/lists/${name}` : `/api/companies/${companyId}/lists/${name}`} />
    </Suspense>
  )
}
