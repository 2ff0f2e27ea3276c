import { useMutation } from '@tanstack/react-query'
import type { CompanyMovement } from 'contract/inventory/movements.ts'
import { formatQuantity } from 'contract/units.ts'
import { useState } from 'react'
import { client } from '../../shared/api/api.ts'
import { TextButton } from '../../shared/feedback/text-button.tsx'
import { failedTo, success } from '../../shared/feedback/toasts.ts'
import { onePress } from '../../shared/form/one-press.ts'
import { useCompanyId } from '../../shared/session/session.ts'
import type { AdjustedItem } from './adjusted-item.ts'
import { signed } from './signed.ts'

type ReverseProps = { item: Pick<AdjustedItem, 'number' | 'measure'>; movement: CompanyMovement }

/** Reverses a movement by one of the opposite size, even when the stock has moved since. */
export function ReverseMovement({ item: { number, measure }, movement: { id, delta } }: ReverseProps) {
  const companyId = useCompanyId()
  const [actionId] = useState(() => crypto.randomUUID())
  const reversing = useMutation({
    mutationFn: () => client.movements.reverse({ companyId, id, actionId }),
    onSuccess: ({ movements: [reversal] }) =>
      success(`Stock of ${number} is ${formatQuantity(reversal?.onHandAfter ?? 0, measure.unit)} now`, {
        ...{ companyId, changeSetId: reversal?.changeSetId ?? null },
      }),
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
