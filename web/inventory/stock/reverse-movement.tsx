import { useMutation } from '@tanstack/react-query'
import type { CompanyMovement } from 'contract/inventory/movements.ts'
import { useState } from 'react'
import { client } from '../../shared/api/api.ts'
import { TextButton } from '../../shared/feedback/text-button.tsx'
import { failedTo, success } from '../../shared/feedback/toasts.ts'
import { onePress } from '../../shared/form/one-press.ts'
import { useCompanyId } from '../../shared/session/session.ts'
import { signed } from './signed.ts'

type ReverseProps = { number: string; movement: CompanyMovement }

/** Reverses a movement by one of the opposite size, even when the stock has moved since. */
export function ReverseMovement({ number, movement: { id, delta } }: ReverseProps) {
  const companyId = useCompanyId()
  const [actionId] = useState(() => crypto.randomUUID())
  const reversing = useMutation({
    mutationFn: () => client.movements.reverse({ companyId, id, actionId }),
    onSuccess: ({ movements: [reversal] }) =>
      success(`Stock of ${number} is ${reversal?.onHandAfter.toLocaleString('en-US')} now`, {
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
