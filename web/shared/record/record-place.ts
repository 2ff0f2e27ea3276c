import { useMediaQuery } from '@mantine/hooks'
import { useMatches } from '@tanstack/react-router'
import { widths } from '../page/widths.ts'

/** The width of the details of a record, beside their list and above it: 46rem with a bill of materials or a text. */
export type RecordWidth = '34rem' | '46rem'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The width of the details that this route shows in a `RecordFrame`: the shell keeps their place empty from the first paint. */
    record?: RecordWidth
  }
}

/** The place of the shell for a record beside its list. */
export const besideId = 'beside'

/** Whether a record is shown beside its list (from 1280 pixels), not above it. */
export const useIsBeside = (): boolean => useMediaQuery(widths.beside, undefined, { getInitialValueInEffect: false })

/** The width of the record at this address; undefined when the address shows none. */
export const useRecordWidth = (): RecordWidth | undefined =>
  useMatches({ select: (matches) => matches.findLast(({ staticData }) => staticData.record)?.staticData.record })
