import { Button, NativeSelect, Popover, SegmentedControl, TextInput } from '@mantine/core'
import { IconPlusMinus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { Part } from 'contract/inventory/parts.ts'
import {
  type AdjustmentReason,
  adjustmentReasons,
  movementReasonLabels,
  StockAdjustment,
} from 'contract/inventory/stock.ts'
import { type FormEvent, useState } from 'react'
import { client } from '../shared/api.ts'
import { useDialog } from '../shared/dialog.ts'
import { IconButton } from '../shared/icon-button.tsx'
import { NumberField } from '../shared/number-field.tsx'
import { queries } from '../shared/queries.ts'
import { messageOf } from '../shared/server-errors.ts'
import { useCompanyId } from '../shared/session.ts'
import { success } from '../shared/toasts.ts'
import classes from './stock-adjustment.module.css'

type AdjustStockProps = { part: Part; name: string; isButton?: boolean }

/** Adds to the stock of a part or takes from it, with a reason. */
export function AdjustStock({ part, name, isButton = false }: AdjustStockProps) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  return (
    <span className={classes.anchor} data-open={isOpen || undefined}>
      {isButton ? (
        <Button variant="default" size="compact-xs" leftSection={<IconPlusMinus size={13} />} onClick={open}>
          Adjust
        </Button>
      ) : (
        <IconButton label={`Adjust stock of ${name}`} title="Adjust stock" onClick={open}>
          <IconPlusMinus size={16} stroke={1.6} />
        </IconButton>
      )}
      {isOpen && <AdjustmentPopover part={part} name={name} onClose={() => setOpen(false)} />}
    </span>
  )
}

function AdjustmentPopover({ part, name, onClose }: { part: Part; name: string; onClose: () => void }) {
  return (
    <Popover opened onDismiss={onClose} position="bottom-end" width={300} trapFocus withRoles={false} {...useDialog()}>
      <Popover.Target>
        {/* Stands where the button stands, so that the button itself is never drawn anew and keeps the focus. */}
        <button type="button" tabIndex={-1} className={classes.target} aria-label="Close" onClick={onClose} />
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label={`Adjust stock of ${name}`}
        onClick={(event) => event.stopPropagation()}
        onKeyDown={(event) => {
          // The row below has keys of its own.
          event.stopPropagation()
          if (event.key === 'Escape') onClose()
        }}
      >
        <AdjustmentForm part={part} onDone={onClose} />
      </Popover.Dropdown>
    </Popover>
  )
}

const directions = [
  { value: '1', label: 'Add' },
  { value: '-1', label: 'Take off' },
]
const usualReason: Record<string, AdjustmentReason> = { '1': 'received', '-1': 'used' }

function AdjustmentForm({ part, onDone }: { part: Part; onDone: () => void }) {
  const [sign, setSign] = useState('1')
  const [reason, setReason] = useState<AdjustmentReason>('received')
  const [amount, setAmount] = useState<number | string>('')
  const [note, setNote] = useState('')
  const { error, setError, isSaving, save } = useAdjustment(part, onDone)
  const delta = typeof amount === 'number' ? amount * Number(sign) : null

  function submit(event: FormEvent) {
    event.preventDefault()
    const checked = StockAdjustment.safeParse({ delta: delta ?? amount, reason, note })
    if (checked.success) save(checked.data)
    else setError(amount === '' ? 'How many?' : (checked.error.issues[0]?.message ?? 'Not valid'))
  }

  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label="Direction"
        data={directions}
        value={sign}
        onChange={(value) => {
          setSign(value)
          setReason(usualReason[value] ?? 'other')
          setError(null)
        }}
      />
      <NumberField
        kind="quantity"
        label="Quantity"
        data-autofocus
        value={amount}
        error={error}
        onChange={(value) => {
          setAmount(value)
          setError(null)
        }}
      />
      <NativeSelect
        label="Reason"
        value={reason}
        data={adjustmentReasons.map((value) => ({ value, label: movementReasonLabels[value] }))}
        onChange={(event) => setReason(event.currentTarget.value as AdjustmentReason)}
      />
      <TextInput label="Note" value={note} maxLength={200} onChange={(event) => setNote(event.currentTarget.value)} />
      <footer className={classes.footer}>
        <Outcome from={part.stockLevel} delta={delta} />
        <Button type="submit" size="xs" loading={isSaving}>
          Apply
        </Button>
      </footer>
    </form>
  )
}

/** 'On hand 120 → 168' */
function Outcome({ from, delta }: { from: number; delta: number | null }) {
  const to = from + (delta ?? 0)
  return (
    <span className={`numeric ${classes.outcome}`} data-impossible={to < 0 || undefined} aria-live="polite">
      On hand {from.toLocaleString('en-US')}
      {delta !== null && delta !== 0 && (
        <>
          {' → '}
          <strong>{to.toLocaleString('en-US')}</strong>
        </>
      )}
    </span>
  )
}

function useAdjustment(part: Part, onDone: () => void) {
  const companyId = useCompanyId()
  const [error, setError] = useState<string | null>(null)
  const adjusting = useMutation({
    mutationFn: (adjustment: { delta: number; reason: AdjustmentReason; note?: string | null | undefined }) =>
      client.stock.adjust({ companyId, id: part.id, ...adjustment }),
    onSuccess: async ({ stockLevel, changeSetId }) => {
      success(`Stock of ${part.partNumber} is ${stockLevel.toLocaleString('en-US')} now`, { companyId, changeSetId })
      onDone()
      await queries.invalidateQueries()
    },
    // What is on hand by now may be the reason: it is read again.
    onError: async (refusal) => {
      setError(messageOf(refusal))
      await queries.invalidateQueries()
    },
  })
  return { error, setError, isSaving: adjusting.isPending, save: adjusting.mutate }
}
