import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { failedTo } from '../../shared/feedback/toasts.ts'
import { TimeEntryDialog } from './time-entry-form.tsx'

export type EndEntryProps = { companyId: string; id: string; name: string }

/** Opens the form of a forgotten entry where the person is. It ends the entry with a reason, and the entry keeps its old times. */
export function EndEntry({ companyId, id, name }: EndEntryProps) {
  const [isOpen, setOpen] = useState(false)
  const { data, refetch, isFetching } = useQuery(
    api.timeEntries.get.queryOptions({ input: { companyId, id }, enabled: false }),
  )
  const open = async () => {
    const { error } = await refetch()
    if (error) failedTo('open the time entry')(error)
    else setOpen(true)
  }
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`End Entry of ${name}`}
        loading={isFetching && !isOpen}
        onClick={() => void open()}
      >
        End Entry
      </Button>
      {isOpen && data && <TimeEntryDialog entry={data} {...data} onClose={() => setOpen(false)} />}
    </>
  )
}
