import { Drawer, Popover, SegmentedControl, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { StockAdjustment, StockCount } from 'contract/inventory/stock.ts'
import { addQuantities, excessDecimals, formatQuantity, type Measure } from 'contract/units.ts'
import { type FormEvent, type KeyboardEvent, type MouseEvent, useState } from 'react'
import { z } from 'zod'
import { client } from '../../shared/api/api.ts'
import { messageOf } from '../../shared/api/server-errors.ts'
import { success } from '../../shared/feedback/toasts.ts'
import { useDialog } from '../../shared/form/dialog.ts'
import { SaveButton } from '../../shared/form/save-button.tsx'
import { useIsPhone } from '../../shared/page/use-is-phone.ts'
import { useCompanyId } from '../../shared/session/session.ts'
import type { AdjustedItem } from './adjusted-item.ts'
import { Amount, Outcome, type Reason, ReasonChoice, usePrice } from './adjustment-fields.tsx'
import { outcomeOf } from './posted.ts'
import classes from './stock-adjustment.module.css'
import { type Spot, useStockSpot } from './stock-spot.tsx'

/** `from`: all of it is moved, unless the person types something else. */
type AdjustmentProps = { item: AdjustedItem; name: string; from?: Spot; onClose: () => void }

/** The form of an adjustment: below the button that opened it; on a phone at the bottom, in reach of the thumb. */
export function AdjustmentPopover(props: AdjustmentProps) {
  return useIsPhone() ? <Sheet {...props} /> : <Below {...props} />
}

/** The row under the form opens at a press, and has keys of its own. */
const apart = {
  onClick: (event: MouseEvent) => event.stopPropagation(),
  onKeyDown: (event: KeyboardEvent) => event.stopPropagation(),
}

const Sheet = ({ item, name, from, onClose }: AdjustmentProps) => (
  <Drawer
    {...{ opened: true, onClose, title: `Adjust stock of ${name}`, ...useDialog(), ...apart }}
    position="bottom"
    classNames={{ content: classes.sheet ?? '' }}
  >
    <AdjustmentForm {...{ item, from }} onDone={onClose} hasKeys />
  </Drawer>
)

function Below({ item, name, from, onClose }: AdjustmentProps) {
  return (
    <Popover opened onDismiss={onClose} position="bottom-end" width={300} trapFocus withRoles={false} {...useDialog()}>
      <Popover.Target>
        {/* Laid over the button, so that the button is never rendered again and keeps the focus. */}
        <button
          type="button"
          tabIndex={-1}
          className={`absolute cursor-pointer ${classes.target}`}
          aria-label="Close"
          onClick={onClose}
        />
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label={`Adjust stock of ${name}`}
        {...apart}
        onKeyDown={(event) => {
          apart.onKeyDown(event)
          if (event.key === 'Escape') onClose()
        }}
      >
        <AdjustmentForm {...{ item, from }} onDone={onClose} />
      </Popover.Dropdown>
    </Popover>
  )
}

type Mode = '1' | '-1' | 'move' | 'count'

const modes: { value: Mode; label: string }[] = [
  { value: '1', label: 'Add' },
  { value: '-1', label: 'Take off' },
  { value: 'count', label: 'Count' },
]
const move = { value: 'move' as const, label: 'Move' }
const usualReason: Record<Mode, Reason> = {
  ...{ '1': 'received', '-1': 'used', move: 'other', count: 'counted' },
}
const leftBy = (mode: Mode, onHand: number, amount: number) =>
  mode === 'count' ? amount : addQuantities(onHand, mode === '1' ? amount : -amount)

type FormProps = { item: AdjustedItem; from: Spot | undefined; onDone: () => void; hasKeys?: boolean }

function AdjustmentForm({ item, from, onDone, hasKeys = false }: FormProps) {
  const [mode, setMode] = useState<Mode>(from ? 'move' : '1')
  const [reason, setReason] = useState<Reason>(from ? 'other' : 'received')
  const [amount, setAmount] = useState<number | string>(from?.quantity ?? '')
  const [note, setNote] = useState('')
  const [noteError, setNoteError] = useState<string | null>(null)
  const { error, setError, isSaving, save, onHand: all } = useAdjustment(item, onDone)
  const isCount = mode === 'count'
  const isMove = mode === 'move'
  const at = useStockSpot(item, isMove ? 'move' : mode === '1' ? 'in' : 'out', from)
  const onHand = at.onHand ?? all
  const price = usePrice(mode === '1' && reason === 'received', item.measure)
  const to = typeof amount === 'number' ? leftBy(mode, onHand, amount) : null

  function turnTo(next: Mode, why = usualReason[next]) {
    setMode(next)
    setReason(why)
    setError(null)
  }

  function type(value: number | string) {
    setAmount(value)
    setError(null)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const paid = price.read()
    if (!paid) return
    at.ask()
    const checked = checkAdjustment({ mode, amount, onHand, reason, note, measure: item.measure })
    if ('data' in checked) at.isChosen && save({ ...checked.data, ...paid, ...at.spot })
    else if (checked.field === 'note') setNoteError(checked.message)
    else setError(checked.message)
  }

  return (
    <form
      className={`stack gap-2-5 text-left ${classes.form}`}
      data-keys={hasKeys || undefined}
      noValidate
      onSubmit={submit}
    >
      <SegmentedControl
        size={hasKeys ? 'md' : 'xs'}
        fullWidth
        aria-label="Direction"
        data={at.hasPlaces ? [...modes, move] : modes}
        value={mode}
        onChange={(value) => turnTo(value as Mode)}
      />
      <Amount
        label={isCount ? 'Counted quantity' : 'Quantity'}
        measure={item.measure}
        {...{ hasKeys, amount, error }}
        isFirst={!from}
        onChange={type}
      />
      {at.fields}
      {!isMove && (
        <ReasonChoice
          value={reason}
          onChange={(why) => turnTo(why === 'counted' ? 'count' : isCount ? '1' : mode, why)}
        />
      )}
      {price.field}
      <TextInput
        label="Note"
        value={note}
        error={noteError}
        onChange={(event) => {
          setNote(event.currentTarget.value)
          setNoteError(null)
        }}
      />
      <footer className={`row justify-between gap-2 mt-0-5 ${classes.footer}`}>
        <Outcome from={onHand} to={to} unit={item.measure.unit} isCount={isCount} isHere={at.onHand !== undefined} />
        <SaveButton className="flex-none" size={hasKeys ? 'md' : 'xs'} loading={isSaving}>
          Apply
        </SaveButton>
      </footer>
    </form>
  )
}

type Typed = { mode: Mode; amount: number | string; onHand: number; reason: Reason; note: string; measure: Measure }
type Checked = { data: Adjustment } | { field: 'note' | 'amount'; message: string }

/** What a person typed as an adjustment, or what is wrong with it. */
function checkAdjustment({ mode, amount, onHand, reason, note, measure }: Typed): Checked {
  const excess = typeof amount === 'number' ? excessDecimals(amount, measure.decimals) : null
  if (excess) return { field: 'amount', message: excess }
  const delta = typeof amount === 'number' && mode === '-1' ? -amount : amount
  const checked =
    mode === 'count'
      ? StockCount.safeParse({ counted: amount, onHand, note })
      : StockAdjustment.safeParse({ delta, reason, note })
  if (checked.success) return checked
  const [issue] = checked.error.issues
  if (issue?.path[0] === 'note') return { field: 'note', message: issue.message }
  return { field: 'amount', message: amount === '' ? 'How many?' : (issue?.message ?? 'Not valid') }
}

type Adjustment = (z.infer<typeof StockAdjustment> & { unitCost?: number; toLocationId?: string | null }) | StockCount

/**
 * `onHand`: the figure that a count is compared with. It keeps its value from when the form opened, even if the list behind it is newer.
 */
function useAdjustment({ id, number, stockLevel, measure }: AdjustedItem, onDone: () => void) {
  const companyId = useCompanyId()
  const [error, setError] = useState<string | null>(null)
  const [onHand, setOnHand] = useState(stockLevel)
  // Sent again after an answer that was lost, it has no second effect.
  const [actionId] = useState(() => crypto.randomUUID())
  const adjusting = useMutation({
    mutationFn: async (adjustment: Adjustment) => {
      if ('counted' in adjustment) {
        const { changeSetId, stockLevel: now } = await client.stockCounts.create({ companyId, id, ...adjustment })
        return { changeSetId, outcome: `Stock of ${number} is ${formatQuantity(now, measure.unit)} now` }
      }
      const { delta, ...line } = adjustment
      const lines = [{ ...line, itemId: id, quantity: delta }]
      const { movements } = await client.movements.post({ companyId, actionId, lines })
      const last = movements.at(-1)
      return last && { changeSetId: last.changeSetId, outcome: outcomeOf(last) }
    },
    onSuccess: (done) => {
      if (done) success(done.outcome, { companyId, changeSetId: done.changeSetId })
      onDone()
    },
    // The stock may have changed meanwhile: the refusal says so, and the lists load again behind the open form.
    onError: (refusal) => {
      setError(messageOf(refusal))
      setOnHand((before) => stockLevelOf(refusal) ?? before)
    },
  })
  return { error, setError, isSaving: adjusting.isPending, save: adjusting.mutate, onHand }
}

const Refusal = z.object({ data: z.object({ stockLevel: z.number() }) })
const stockLevelOf = (refusal: unknown) => Refusal.safeParse(refusal).data?.data.stockLevel
