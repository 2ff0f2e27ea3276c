import { Suspense } from 'react'
import { lazy } from '../../page/code.ts'
import { later, useWanted } from '../../page/later.ts'
import { useCompanyId } from '../../session/session.ts'
import { ExportPlace } from './export-place.tsx'
import type { ListExportProps } from './list-export.tsx'

const code = later(() => import('./list-export.tsx'))
const ListExport = lazy(async () => ({ default: (await code.loaded).ListExport }))

type Props = Omit<ListExportProps, 'from' | 'startsOpen'> & {
  /** The name of the file, and the end of its address: 'tasks'. */
  name: string
  /** Whether the list belongs to no company. */
  isOfAll?: boolean
}

/** The button that exports a list as shown; nobody presses it at once, so its menu loads after the list. */
export function LazyListExport({ name, isOfAll = false, ...rest }: Props) {
  const companyId = useCompanyId()
  const [isWanted, want] = useWanted(code)
  return (
    <Suspense fallback={<ExportPlace onClick={want} />}>
      <ListExport
        {...rest}
        startsOpen={isWanted}
        from={isOfAll ? `/api/lists/${name}` : `/api/companies/${companyId}/lists/${name}`}
      />
    </Suspense>
  )
}
