import { useIsPhone } from '../page/use-is-phone.ts'
import { useIsBeside, useRecordWidth } from '../record/record-place.ts'

/** Whether the filters are behind a button: on a phone, and beside an open record. Else a second line of tools would push the rows down. */
export function useHasFilterSheet(): boolean {
  const isPhone = useIsPhone()
  const isBeside = useIsBeside()
  const recordWidth = useRecordWidth()
  return isPhone || (isBeside && recordWidth !== undefined)
}
