import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, client } from '../../shared/api/api.ts'
import { failedTo } from '../../shared/feedback/toasts.ts'
import { at } from '../../shared/page/at.ts'
import { useCan, useCompanyId, useSession } from '../../shared/session/session.ts'
import { remember } from './waiting-steps.ts'

type StartRunProps = { sopId: string; version: number; hasSteps: boolean }

/** Starts to work through a SOP, or continues where the person stopped. Shows nothing if the SOP has no steps to tick. */
export function StartRun({ sopId, version, hasSteps }: StartRunProps) {
  const companyId = useCompanyId()
  const canRun = useCan('sop.run')
  const { user } = useSession()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const { data } = useQuery(
    api.sopRuns.list.queryOptions({ input: { companyId, sopId, isFinished: 'false', pageSize: 100 } }),
  )
  const isBegun = data?.items.some((run) => run.userId === user.id && run.sopVersion === version)
  const starting = useMutation({
    mutationFn: () => client.sopRuns.start({ companyId, id: sopId }),
    onError: failedTo('start the run'),
    onSuccess: (run) => {
      remember(cache, run)
      void navigate(at(`/sops/runs/${run.id}`))
    },
  })
  if (!canRun || !(hasSteps || isBegun)) return null
  return (
    <Button leftSection={<IconPlayerPlay size={15} />} loading={starting.isPending} onClick={() => starting.mutate()}>
      {isBegun ? 'Continue' : 'Start'}
    </Button>
  )
}
