import { useMutation } from '@tanstack/react-query'
import type { StockCard } from 'contract/inventory/stock.ts'
import { formatComputedCost, formatMoney } from 'contract/money.ts'
import { formatQuantity } from 'contract/units.ts'
import { useState } from 'react'
import { client } from '../../shared/api/api.ts'
import { ConfirmDialog } from '../../shared/feedback/confirm-dialog.tsx'
import { TextButton } from '../../shared/feedback/text-button.tsx'
import { failedTo, success } from '../../shared/feedback/toasts.ts'
import { useCan, useCompanyId } from '../../shared/session/session.ts'
import type { AdjustedItem } from './adjusted-item.ts'
import { outcomeOf } from './posted.ts'

type RevalueProps = { item: Omit<AdjustedItem, 'stockLevel'>; card: StockCard }

/** Makes the stock worth its cost, after showing what changes. Nothing where nothing would. */
export function RevalueStock({ item, card: { onHand, value, valueAtCost } }: RevalueProps) {
  const companyId = useCompanyId()
  const canMove = useCan('stock.move')
  const [actionId, setActionId] = useState<string | null>(null)
  const close = () => setActionId(null)
  const revaluation = useMutation({
    mutationFn: (action: string) => client.movements.revalue({ companyId, id: item.id, actionId: action }),
    onSuccess: ({ movements: [movement] }) => {
      if (movement) success(outcomeOf(movement), { companyId, changeSetId: movement.changeSetId })
      close()
    },
    onError: failedTo('revalue the stock'),
  })
  if (!canMove || valueAtCost === null || valueAtCost === value) return null
  const difference = valueAtCost - value
  return (
    <>
      <TextButton
        aria-label={`Revalue the stock of ${item.number}`}
        title="Make the stock worth its cost"
        onClick={() => setActionId(crypto.randomUUID())}
      >
        Revalue
      </TextButton>
      <ConfirmDialog
        isOpen={actionId !== null}
        title={`Revalue Stock of ${item.number}`}
        confirmLabel="Revalue"
        isDestructive={false}
        isBusy={revaluation.isPending}
        onClose={close}
        onConfirm={() => actionId && revaluation.mutate(actionId)}
      >
        <p className="numeric m-0">
          {formatQuantity(onHand, item.measure.unit)} on hand: {formatMoney(value)} at the average cost of{' '}
          {formatComputedCost(value / onHand)} → <strong className="text-plain">{formatMoney(valueAtCost)}</strong> at
          the cost of {formatComputedCost(valueAtCost / onHand)}.
        </p>
        <p className="numeric mt-2">
          {formatMoney(Math.abs(difference))} {difference < 0 ? 'less' : 'more'}. The quantity stays, and past days keep
          their values.
        </p>
      </ConfirmDialog>
    </>
  )
}
