import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { fetchFile } from '../../shared/api/fetch-file.ts'
import { failed, success } from '../../shared/feedback/toasts.ts'
import { useDownloadObstacle } from '../../shared/form/obstacle.ts'
import { companyFile } from '../../shared/format/company-file.ts'
import { format } from '../../shared/format/dates.ts'
import { useCan, useCompany, useCompanyId, useTimeZone } from '../../shared/session/session.ts'

type AccountantFile = { label: string; name: string; path: string }

/** What an accountant asks for each month, as Excel files: the hours of each person, and what the stock is worth at cost. */
export function ForAccountant() {
  const files = useFiles()
  const exporting = useMutation({
    mutationFn: ({ path, name }: AccountantFile) => fetchFile(path, name),
    onSuccess: (_, { label }) => success(`${label} exported`),
    onError: (error) => failed('Export failed', error, error.message),
  })
  const obstacle = useDownloadObstacle()
  return (
    <>
      <h3 className="m-0 mt-2 text-sm">For the accountant</h3>
      <div className="flex flex-wrap gap-2">
        {files.map((file) => (
          <Button
            key={file.name}
            variant="default"
            size="xs"
            leftSection={<IconDownload size={14} stroke={1.6} />}
            loading={exporting.isPending && exporting.variables.name === file.name}
            {...(obstacle && { disabled: true, title: obstacle })}
            onClick={() => exporting.mutate(file)}
          >
            {file.label}
          </Button>
        ))}
      </div>
    </>
  )
}

function useFiles(): AccountantFile[] {
  const company = `/api/companies/${useCompanyId()}`
  const name = useCompany()?.name
  const today = new Date().toLocaleDateString('en-CA', { timeZone: useTimeZone() })
  const hours = (monthsBack: number) => {
    const { from, to, month } = monthOf(today, monthsBack)
    return {
      label: `Hours of ${month}`,
      name: companyFile('time-sheet', name, `${from}-${to}.xlsx`),
      path: `${company}/time-sheets/time-sheet.xlsx?${new URLSearchParams({ from, to })}`,
    }
  }
  const value = {
    label: 'Stock value',
    name: companyFile('stock-value', name, `${today}.xlsx`),
    path: `${company}/lists/stock-value?format=xlsx`,
  }
  return [...(useCan('time.lock') ? [hours(1), hours(0)] : []), ...(useCan('figures.read') ? [value] : [])]
}

/** The first and the last day of a month, and its name. @param today '2026-11-29' */
function monthOf(today: string, monthsBack: number) {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const dayOf = (months: number, date: number) => new Date(Date.UTC(year, month - 1 + months, date))
  const first = dayOf(-monthsBack, 1)
  const iso = (day: Date) => day.toISOString().slice(0, 10)
  return {
    from: iso(first),
    to: iso(dayOf(1 - monthsBack, 0)),
    month: format({ month: 'long' }, 'UTC', first.toISOString()),
  }
}
