import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { DeadLetter } from 'contract/settings/dead-letters.ts'
import { api, client } from '../shared/api/api.ts'
import { LoadFailure } from '../shared/feedback/empty-state.tsx'
import { failedTo, success } from '../shared/feedback/toasts.ts'
import { Moment } from '../shared/format/moment.tsx'
import classes from './system.module.css'

const shown = 20

/** The jobs that failed for good, each to be run again or given up. */
export function FailedJobs() {
  const { data, error, refetch } = useQuery(api.deadLetters.list.queryOptions({ input: { pageSize: shown } }))
  if (error) return <LoadFailure what="the failed jobs" error={error} onRetry={() => void refetch()} />
  return (
    <section>
      <h3 className="mb-2">Failed Jobs</h3>
      {data?.items.length === 0 && <p className="mt-3 text-xs text-muted">No job has failed.</p>}
      <ul className="m-0">
        {data?.items.map((job) => (
          <FailedJob key={job.id} job={job} />
        ))}
      </ul>
      {data && data.total > shown && (
        <p className="mt-3 text-xs text-muted">
          The newest {shown} of {data.total.toLocaleString('en-US')}.
        </p>
      )}
    </section>
  )
}

function FailedJob({ job }: { job: DeadLetter }) {
  const { id, kind, companyName, failedAt, tries, message } = job
  const again = useMutation({
    mutationFn: () => client.deadLetters.replay({ id }),
    onSuccess: () => success('The job runs again'),
    onError: failedTo('run the job again'),
  })
  const giveUp = useMutation({
    mutationFn: () => client.deadLetters.discard({ id }),
    onSuccess: () => success('Job given up'),
    onError: failedTo('give up the job'),
  })
  const isBusy = again.isPending || giveUp.isPending
  return (
    <li className={`row flex-wrap gap-2 py-2-5 ${classes.job}`}>
      <div className={`min-w-0 text-sm break-words ${classes.story}`}>
        <strong>{kind}</strong> of {companyName}, <Moment at={failedAt} />, after {tries}{' '}
        {tries === 1 ? 'try' : 'tries'}
        <p className="mt-0-5 text-xs text-danger">{message}</p>
      </div>
      <Button size="xs" variant="default" disabled={isBusy} onClick={() => giveUp.mutate()}>
        Give Up
      </Button>
      <Button size="xs" disabled={isBusy} onClick={() => again.mutate()}>
        Run Again
      </Button>
    </li>
  )
}
