import { Button, Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { BulkEditResult, BulkEditRow } from 'contract/bulk-edit.ts'
import { type FormEvent, type ReactNode, useId } from 'react'
import { fieldIssuesOf, messageOf } from '../../api/server-errors.ts'
import { failedTo, success } from '../../feedback/toasts.ts'
import { useDialog } from '../../form/dialog.ts'
import form from '../../form/record-form.module.css'
import { SaveButton } from '../../form/save-button.tsx'
import { useCompanyId } from '../../session/session.ts'
import bare from '../grid/bare-table.module.css'
import { Heads } from '../grid/heads.tsx'
import classes from './bulk-edit-dialog.module.css'

type BulkEditDialogProps<Change> = {
  /** Singular and plural, lower case: 'part', 'parts'. */
  noun: string
  nouns: string
  /** The change to the field; null while it is not valid. */
  change: Change | null
  send: (change: Change, preview: boolean) => Promise<BulkEditResult>
  /** A value as people read it. */
  show: (value: BulkEditRow['oldValue'], unit: BulkEditRow['unit']) => ReactNode
  onClose: () => void
  onDone: () => void
  /** The inputs. */
  children: ReactNode
}

const settleMs = 250

/** Edits one field of many records: shows the selection and the effect, then makes the change, which can be undone. */
export function BulkEditDialog<Change>(props: BulkEditDialogProps<Change>) {
  const { noun, nouns, change, send, show, onClose, onDone, children } = props
  const companyId = useCompanyId()
  const { preview, error, isSettled } = usePreview(change, send)
  const applying = useMutation({
    mutationFn: (chosen: Change) => send(chosen, false),
    onSuccess: ({ count, changeSetId }) => {
      success(`${count.toLocaleString('en-US')} ${noun}(s) updated successfully`, { companyId, changeSetId })
      onDone()
    },
    onError: failedTo(`update ${nouns}`),
  })
  const count = preview?.count ?? 0
  const isReady = isSettled && !error && count > 0
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isReady && change) applying.mutate(change)
  }
  return (
    <Modal opened onClose={onClose} title={`Edit ${nouns}`} size="lg" closeOnClickOutside={false} {...useDialog()}>
      <form noValidate onSubmit={submit}>
        <div className={`grid items-end gap-x-4 gap-y-3 grid-cols-2 ${classes.inputs}`}>{children}</div>
        <Preview nouns={nouns} noun={noun} result={change === null ? undefined : preview} error={error} show={show} />
        <footer className={form.footer}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SaveButton disabled={!isReady} loading={applying.isPending}>
            {isReady ? `Change ${count.toLocaleString('en-US')} ${count === 1 ? noun : nouns}` : 'Change'}
          </SaveButton>
        </footer>
      </form>
    </Modal>
  )
}

function usePreview<Change>(change: Change | null, send: BulkEditDialogProps<Change>['send']) {
  const dialog = useId()
  const [settled] = useDebouncedValue(change, settleMs)
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['bulk edit', dialog, settled],
    queryFn: () => send(settled as Change, true),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const isSettled = JSON.stringify(settled) === JSON.stringify(change) && !isPlaceholderData
  return { preview: data, error: settled === null ? null : error, isSettled }
}

type PreviewProps = {
  noun: string
  nouns: string
  result: BulkEditResult | undefined
  error: unknown
  show: BulkEditDialogProps<unknown>['show']
}

function Preview({ noun, nouns, result, error, show }: PreviewProps) {
  if (error) {
    return (
      <p className="text-danger text-sm mt-5" role="alert">
        {fieldIssuesOf(error)[0]?.message ?? messageOf(error)}
      </p>
    )
  }
  return (
    <section className="mt-5" aria-label="Preview">
      <p className="numeric mb-2 text-sm text-muted" aria-live="polite">
        {result ? summaryOf(result, noun, nouns) : 'What will change shows here before anything is stored.'}
      </p>
      {result && result.sample.length > 0 && <Sample result={result} show={show} />}
    </section>
  )
}

function summaryOf({ count, unchanged, lowered }: BulkEditResult, noun: string, nouns: string) {
  const figure = (value: number) => value.toLocaleString('en-US')
  const changing = `${figure(count)} ${count === 1 ? noun : nouns} will change`
  const same = unchanged > 0 ? `, ${figure(unchanged)} ${unchanged === 1 ? 'stays as it is' : 'stay as they are'}` : ''
  const less = lowered > 0 ? ` ${figure(lowered)} ${lowered === 1 ? 'gets' : 'get'} a lower stock level.` : ''
  return `${changing}${same}.${less}`
}

function Sample({ result: { sample, count }, show }: { result: BulkEditResult } & Pick<PreviewProps, 'show'>) {
  return (
    // The box scrolls, so it must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={`${bare.box} ${classes.scroller}`} tabIndex={0} aria-label="First changes">
      <table className={`${bare.table} ${bare.oneLine} ${classes.table}`}>
        <Heads of={['Name', 'Now', 'Then']} />
        <tbody>
          {sample.map(({ id, number, name, oldValue, newValue, unit }) => (
            <tr key={id}>
              <td title={name}>
                {number && <span className="code text-plain font-medium">{number}</span>} {name}
              </td>
              <td>{show(oldValue, unit)}</td>
              <td className={classes.then}>{show(newValue, unit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {count > sample.length && (
        <p className="numeric border-t text-muted text-xs py-1-5 px-3">
          … and {(count - sample.length).toLocaleString('en-US')} more
        </p>
      )}
    </section>
  )
}
