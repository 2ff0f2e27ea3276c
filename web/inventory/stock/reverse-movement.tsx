import { useMutation } from '@tanstack/react-query'
import type { Part } from 'contract/inventory/parts.ts'
import { AdjustmentReason, type StockMovement } from 'contract/inventory/stock.ts'
import { client } from '../../shared/api/api.ts'
import { queries } from '../../shared/api/queries.ts'
import { TextButton } from '../../shared/feedback/text-button.tsx'
import { failedTo, success } from '../../shared/feedback/toasts.ts'
import { onePress } from '../../shared/form/one-press.ts'
import { formatDay } from '../../shared/format/dates.ts'
import { useCompanyId, useTimeZone } from '../../shared/session/session.ts'
import { signed } from './signed.ts'

type ReverseProps = { part: Part; movement: StockMovement }

/**
 * Takes a movement back by one of the opposite size, whatever moved since: an undo would keep the stock when it has changed. It has the
 * same reason where a person may give it, so that the sum of what was received is right again.
 */
export function ReverseMovement({ part: { id, partNumber }, movement }: ReverseProps) {
  const companyId = useCompanyId()
  const timeZone = useTimeZone()
  const { delta, reason, createdAt } = movement
  const reversing = useMutation({
    mutationFn: () => {
      const note = `Reverses ${signed(delta)} of ${formatDay(createdAt, timeZone)}`
      const given = AdjustmentReason.safeParse(reason).data ?? 'other'
      return client.stock.adjust({ companyId, id, delta: -delta, reason: given, note })
    },
    onSuccess: ({ stockLevel, changeSetId }) =>
      success(`Stock of ${partNumber} is ${stockLevel.toLocaleString('en-US')} now`, { companyId, changeSetId }),
    onError: failedTo('reverse the movement'),
    onSettled: () => queries.invalidateQueries(),
  })
  return (
    <TextButton
      aria-label={`Reverse ${signed(delta)}`}
      disabled={reversing.isPending}
      onClick={onePress(() => reversing.mutate())}
    >
      Reverse
    </TextButton>
  )
}
