import { Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { fetchFile } from '../../shared/api/fetch-file.ts'
import { failedTo } from '../../shared/feedback/toasts.ts'
import { companyFile } from '../../shared/format/company-file.ts'
import { useCompany, useCompanyId, useTimeZone } from '../../shared/session/session.ts'
import { periodOf, type SheetPeriod } from './sheet-period.ts'

type Wanted = { from: string; to: string; userId?: string | undefined; kind: 'csv' | 'xlsx' }

/** Fetches the hours of each person and day of a period as a file. */
export function useSheetFile() {
  const companyId = useCompanyId()
  const company = useCompany()?.name
  return useMutation({
    mutationFn: ({ kind, userId, from, to }: Wanted) => {
      const query = new URLSearchParams({ from, to, ...(userId && { userId }) })
      const name = companyFile('time-sheet', company, `${from}-${to}.${kind}`)
      return fetchFile(`/api/companies/${companyId}/time-sheets/time-sheet.${kind}?${query}`, name)
    },
    onError: failedTo('export the time sheet'),
  })
}

/** The hours of this and the last month for whoever pays them, in the menu Export. */
export function SheetFiles() {
  const timeZone = useTimeZone()
  const { mutate } = useSheetFile()
  const current = periodOf('month', new Date().toLocaleDateString('en-CA', { timeZone }))
  const item = ({ from, to, name }: SheetPeriod) => (
    <Menu.Item key={from} onClick={() => mutate({ from, to, kind: 'xlsx' })}>
      {name} (Excel)
    </Menu.Item>
  )
  return (
    <>
      <Menu.Label>Hours of each person, for the accountant</Menu.Label>
      {[current, periodOf('month', current.before)].map(item)}
    </>
  )
}
