import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { checklistOf } from 'contract/sops/checklist.ts'
import type { Sop } from 'contract/sops/sops.ts'
import { useMemo } from 'react'
import { api, client } from '../../shared/api/api.ts'
import { failedTo } from '../../shared/feedback/toasts.ts'
import { at } from '../../shared/page/at.ts'
import { useCan, useCompanyId, useSession } from '../../shared/session/session.ts'
import { remember } from './waiting-steps.ts'

type StartRunProps = {
  sop: Pick<Sop, 'id' | 'content' | 'status' | 'publishedVersion'>
  /** The task that it is started from; without one, a run of the SOP alone. */
  taskId?: string | undefined
  variant?: 'default'
}

/** Starts to work through a SOP, or continues where the person stopped. Shows nothing if the SOP is a draft, or has no steps to tick. */
export function StartRun({ sop: { id: sopId, content, status, publishedVersion }, taskId, variant }: StartRunProps) {
  const companyId = useCompanyId()
  const canRun = useCan('sop.run')
  const { user } = useSession()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const { data } = useQuery(
    api.sopRuns.list.queryOptions({ input: { companyId, sopId, taskId, isFinished: 'false', pageSize: 100 } }),
  )
  const isBegun = data?.items.some(
    (run) => run.userId === user.id && run.sopVersion === publishedVersion && run.task?.id === taskId,
  )
  const hasSteps = useMemo(() => checklistOf(content).length > 0, [content])
  const starting = useMutation({
    mutationFn: () => client.sopRuns.start({ companyId, id: sopId, taskId }),
    onError: failedTo('start the run'),
    onSuccess: (run) => {
      remember(cache, run)
      void navigate(at(`/sops/runs/${run.id}`))
    },
  })
  if (!canRun || status !== 'published' || !publishedVersion || !(hasSteps || isBegun)) return null
  return (
    <Button
      {...(variant && { variant })}
      leftSection={<IconPlayerPlay size={15} />}
      loading={starting.isPending}
      onClick={() => starting.mutate()}
    >
      {isBegun ? 'Continue the Checklist' : 'Start the Checklist'}
    </Button>
  )
}
