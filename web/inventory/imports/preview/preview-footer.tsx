import { Button, Checkbox } from '@mantine/core'
import type { ImportPreview } from 'contract/inventory/imports.ts'
import { maxChosenRows } from 'contract/inventory/imports.ts'
import { useState } from 'react'
import type { ImportSession } from '../import-session.ts'
import { formatCount, madeVendors, rowsOf } from '../import-types.ts'
import type { Correction } from './corrections.ts'
import classes from './preview-step.module.css'

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
  const [isGoodOnly, setGoodOnly] = useState(false)
  const changes = summary.create + summary.update
  const vendors = madeVendors(preview)
  const isBusy = session.isCommitting || session.isSending
  const isIdle = changes === 0 && !deleteAdded
  const hasErrors = summary.error > 0
  const hasChosen = chosen.size > 0
  return (
    <>
      {hasErrors && !isIdle && (
        <Checkbox
          className={`start ${classes.good}`}
          checked={isGoodOnly}
          disabled={session.isCommitting}
          onChange={(event) => setGoodOnly(event.currentTarget.checked)}
          label={`Skip the ${rowsOf(summary.error)} with errors`}
        />
      )}
      {session.canReadAgain && (
        <Button
          variant="subtle"
          color="gray"
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
        disabled={isIdle || isBusy || (hasErrors && !isGoodOnly)}
        onClick={() => session.commit(preview, { goodRowsOnly: hasErrors && isGoodOnly, deleteAdded })}
      >
        {hasChosen ? `Import All ${countOf(changes - vendors, 'Row')}` : importWords(changes, vendors, isIdle)}
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
