import { useMediaQuery } from '@mantine/hooks'
import { useMatches } from '@tanstack/react-router'

/** How wide the details of a record are, beside their list and above it. Its route says which, so that the shell keeps the place free from the first paint. */
export const recordWidths = { usual: '34rem', wide: '46rem' } as const
type RecordWidth = keyof typeof recordWidths

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** of the details that this route shows in a `RecordFrame` */
    record?: RecordWidth
  }
}

/** The place of the shell for a record beside its list. */
export const besideId = 'beside'

/** Whether a record stands beside its list (from 1280 pixels), not above it. */
export const useIsBeside = (): boolean =>
  useMediaQuery('(min-width: 1280px)', undefined, { getInitialValueInEffect: false })

/** The width of the record at this address; null where the address shows none. */
export function useRecordWidth(): string | null {
  const record = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.record)?.staticData.record,
  })
  return record ? recordWidths[record] : null
}
