import { useMutation } from '@tanstack/react-query'
import type { CompanyMovement } from 'contract/inventory/movements.ts'
import { client } from '../../shared/api/api.ts'
import { TextButton } from '../../shared/feedback/text-button.tsx'
import { failedTo, success } from '../../shared/feedback/toasts.ts'
import { onePress } from '../../shared/form/one-press.ts'
import { useCompanyId } from '../../shared/session/session.ts'
import { outcomeOf, signed } from './posted.ts'

// What an item began with, its deletion and its cost are changed where they were made.
export const isReversible = ({ delta, reason, isReversed, actionId, reverses }: CompanyMovement) =>
  !isReversed &&
  reason !== 'opening' &&
  reason !== 'deleted' &&
  (delta !== 0 || (reason === 'revalued' && (actionId ?? reverses) !== null))

/** Reverses a movement by one of the opposite size, even when the stock has moved since. A movement is reversed once, however often it is sent. */
export function useReversal() {
  const companyId = useCompanyId()
  return useMutation({
    mutationFn: ({ id }: CompanyMovement) => client.movements.reverse({ companyId, id, actionId: crypto.randomUUID() }),
    onSuccess: ({ movements }) => {
      const last = movements.at(-1)
      if (last) success(outcomeOf(last), { companyId, changeSetId: last.changeSetId })
    },
    onError: failedTo('reverse the movement'),
  })
}

export function ReverseMovement({ movement }: { movement: CompanyMovement }) {
  const reversal = useReversal()
  return (
    <TextButton
      aria-label={`Reverse ${movement.reason === 'revalued' ? 'the revaluation' : signed(movement.delta, movement.unit)}`}
      disabled={reversal.isPending}
      onClick={onePress(() => reversal.mutate(movement))}
    >
      Reverse
    </TextButton>
  )
}
