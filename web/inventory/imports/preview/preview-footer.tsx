import { Button } from '@mantine/core'
import { type ImportPreview, maxChosenRows } from 'contract/inventory/imports.ts'
import type { ImportSession } from '../import-session.ts'
import { formatCount, madeVendors, rowsOf } from '../import-types.ts'
import type { Correction } from './corrections.ts'

type PreviewFooterProps = {
  session: ImportSession
  preview: ImportPreview
  lost: Correction[]
  chosen: ReadonlySet<number>
  deleteAdded: boolean
  onClose: () => void
}

/** Imports all rows, the good ones, or the selected ones. */
export function PreviewFooter({ session, preview, lost, chosen, deleteAdded, onClose }: PreviewFooterProps) {
  const { summary } = preview
  const changes = summary.create + summary.update
  const vendors = madeVendors(preview)
  const isBusy = session.isCommitting || session.isSending
  const isIdle = changes === 0 && !deleteAdded
  const hasErrors = summary.error > 0
  const skipped = hasErrors && !isIdle ? `, Skip ${formatCount(summary.error)} with Errors` : ''
  const hasChosen = chosen.size > 0
  return (
    <>
      {session.canReadAgain && (
        <Button
          className="start"
          variant="subtle"
          color="gray"
          data-flush="start"
          disabled={session.isCommitting}
          onClick={() => session.goTo({ name: 'map', preview, lost })}
        >
          Back to Columns
        </Button>
      )}
      <Button variant="default" disabled={session.isCommitting} onClick={onClose}>
        Cancel
      </Button>
      <Button
        variant={hasChosen ? 'default' : 'filled'}
        loading={session.isCommitting && !hasChosen}
        disabled={isIdle || isBusy}
        onClick={() => session.commit(preview, { goodRowsOnly: hasErrors, deleteAdded })}
      >
        {hasChosen ? `Import All ${countOf(changes - vendors, 'Row')}` : importWords(changes, vendors, isIdle)}
        {skipped}
      </Button>
      {hasChosen && (
        <Button
          loading={session.isCommitting}
          disabled={isBusy || chosen.size > maxChosenRows}
          onClick={() => session.commit(preview, { goodRowsOnly: false, only: [...chosen], deleteAdded })}
        >
          {chosen.size > maxChosenRows
            ? `At most ${rowsOf(maxChosenRows)} can be selected`
            : `Import Selected (${formatCount(chosen.size)})`}
        </Button>
      )}
    </>
  )
}

function importWords(changes: number, vendors: number, isIdle: boolean): string {
  if (isIdle) return 'Nothing to import'
  if (changes === 0) return 'Delete What Was Added'
  return `Import ${countOf(changes - vendors, 'Row')}${vendors > 0 ? ` and ${countOf(vendors, 'New Vendor')}` : ''}`
}

const countOf = (count: number, noun: string) => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
