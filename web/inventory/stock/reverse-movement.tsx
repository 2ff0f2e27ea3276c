import { useMutation } from '@tanstack/react-query'
import type { Part } from 'contract/inventory/parts.ts'
import type { StockMovement } from 'contract/inventory/stock.ts'
import { client } from '../../shared/api/api.ts'
import { TextButton } from '../../shared/feedback/text-button.tsx'
import { failedTo, success } from '../../shared/feedback/toasts.ts'
import { onePress } from '../../shared/form/one-press.ts'
import { useCompanyId } from '../../shared/session/session.ts'
import { signed } from './signed.ts'

type ReverseProps = { part: Part; movement: StockMovement }

/** Reverses a movement by one of the opposite size, even when the stock has moved since. */
export function ReverseMovement({ part: { id, partNumber }, movement }: ReverseProps) {
  const companyId = useCompanyId()
  const { id: movementId, delta } = movement
  const reversing = useMutation({
    mutationFn: () => client.stock.reverse({ companyId, id, movementId }),
    onSuccess: ({ stockLevel, changeSetId }) =>
      success(`Stock of ${partNumber} is ${stockLevel.toLocaleString('en-US')} now`, { companyId, changeSetId }),
    onError: failedTo('reverse the movement'),
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
