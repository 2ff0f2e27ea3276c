import { Button, Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ImportPreview } from 'contract/inventory/imports.ts'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { AddedRecords } from './added-records.tsx'
import type { ImportSession } from './import-session.ts'
import { recognised, rowsOf } from './import-types.ts'
import { PreviewFilters, type RowAction, rowActions } from './preview-filters.tsx'
import { PreviewRows } from './preview-rows.tsx'
import classes from './preview-step.module.css'
import { Problem } from './problem.tsx'
import { Step } from './step.tsx'

type PreviewStepProps = { session: ImportSession; preview: ImportPreview; corrected: number; onClose: () => void }

/** What an import would do, row by row, before anything is stored. */
export function PreviewStep({ session, preview, corrected, onClose }: PreviewStepProps) {
  const { summary } = preview
  const [chosen, setChosen] = useState<RowAction | null>(null)
  const queryClient = useQueryClient()
  // What needs attention comes first; a filter that has run empty gives way.
  const action = chosen && summary[chosen] > 0 ? chosen : firstOf(summary)
  const onCorrected = (next: ImportPreview['summary']) => {
    session.goTo({ name: 'preview', preview: { ...preview, summary: next }, corrected: corrected + 1 })
    void queryClient.invalidateQueries({ queryKey: api.imports.rows.key() })
  }
  return (
    <Step
      title="Preview"
      subtitle={
        <>
          {recognised(preview)} in {preview.fileName ?? session.fileName}. Nothing is stored yet. {leftOut(preview)}
        </>
      }
      footer={<Footer {...{ session, preview, corrected, onClose }} />}
    >
      {preview.warnings.length > 0 && <Warnings sentences={preview.warnings} />}
      <AddedRecords added={preview.addedSince} />
      <PreviewFilters summary={summary} value={action} onChange={setChosen} />
      <PreviewRows key={action} preview={preview} action={action} onCorrected={onCorrected} />
    </Step>
  )
}

const namedColumns = 5

/** 'Left out: Vendor, Tags and 7 more columns.' Columns without a value are not worth a word. */
function leftOut({ leftOut: headers, columns }: ImportPreview): string {
  const empty = new Set(columns.flatMap(({ header, samples }) => (samples.length === 0 ? [header.trim()] : [])))
  const told = headers.filter((header) => !empty.has(header))
  if (told.length === 0) return ''
  const more = told.length - namedColumns
  const names = told.slice(0, more > 0 ? namedColumns : undefined).join(', ')
  return `Left out: ${names}${more > 0 ? ` and ${more} more ${more === 1 ? 'column' : 'columns'}` : ''}.`
}

const firstOf = (summary: ImportPreview['summary']): RowAction =>
  (['error', ...rowActions] as const).find((action) => summary[action] > 0) ?? 'create'

const shownWarnings = 20

function Warnings({ sentences }: { sentences: string[] }) {
  const more = sentences.length - shownWarnings
  return (
    <Problem tone="warning">
      {sentences.length === 1 ? (
        sentences[0]
      ) : (
        <ul>
          {[...new Set(sentences.slice(0, shownWarnings))].map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          {more > 0 && <li>... and {more} more</li>}
        </ul>
      )}
    </Problem>
  )
}

function Footer({ session, preview, corrected, onClose }: PreviewStepProps) {
  const { summary } = preview
  const [isGoodOnly, setGoodOnly] = useState(false)
  const [deleteAdded, setDeleteAdded] = useState(false)
  const changes = summary.create + summary.update
  const isIdle = changes === 0 && !deleteAdded
  const added = preview.addedSince?.count ?? 0
  const hasErrors = summary.error > 0
  return (
    <>
      {added > 0 && (
        <Checkbox
          className={`start ${classes.good}`}
          checked={deleteAdded}
          disabled={session.isCommitting}
          onChange={(event) => setDeleteAdded(event.currentTarget.checked)}
          label={`Also delete ${added === 1 ? 'the record' : `the ${added.toLocaleString('en-US')} records`} added since`}
        />
      )}
      {hasErrors && (
        <Checkbox
          className={`start ${classes.good}`}
          checked={isGoodOnly}
          disabled={session.isCommitting}
          onChange={(event) => setGoodOnly(event.currentTarget.checked)}
          label={`Import the good rows only, leave out ${rowsOf(summary.error)} with errors`}
        />
      )}
      {session.canReadAgain && (
        <Button
          variant="subtle"
          color="gray"
          disabled={session.isCommitting}
          onClick={() => session.goTo({ name: 'map', preview, corrected })}
        >
          Columns
        </Button>
      )}
      <Button variant="default" disabled={session.isCommitting} onClick={onClose}>
        Cancel
      </Button>
      <Button
        loading={session.isCommitting}
        disabled={isIdle || (hasErrors && !isGoodOnly)}
        onClick={() => session.commit(preview, { goodRowsOnly: hasErrors && isGoodOnly, deleteAdded })}
      >
        {isIdle ? 'Nothing to import' : changes === 0 ? 'Delete what was added' : `Import ${rowsOf(changes)}`}
      </Button>
    </>
  )
}
