import { Anchor, Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { UndoResult } from 'contract/activity/activity.ts'
import { sentenceOfRow } from 'contract/inventory/import-problems.ts'
import type { ImportPreview, ImportResult } from 'contract/inventory/imports.ts'
import { client } from '../../shared/api/api.ts'
import { failedTo } from '../../shared/feedback/toasts.ts'
import { wordsOf } from '../../shared/format/field-words.ts'
import { useCompanyId } from '../../shared/session/session.ts'
import { pastImports } from './import-session.ts'
import { importedSentence, Stored } from './import-toasts.tsx'
import { formatCount, rowsOf } from './import-types.ts'
import { Problem } from './preview/problem.tsx'
import classes from './result-step.module.css'
import { Step } from './step.tsx'

type ResultStepProps = {
  preview: ImportPreview
  result: ImportResult
  where: string
  onAgain: () => void
  onClose: () => void
}

/** The stored rows and the rows that were skipped, with Undo. */
export function ResultStep({ preview, result, where, onAgain, onClose }: ResultStepProps) {
  const companyId = useCompanyId()
  const navigate = useNavigate()
  const openPast = () => {
    onClose()
    void navigate(pastImports)
  }
  const undoing = useMutation({
    mutationFn: () => client.imports.undo({ companyId, id: preview.id }),
    onSuccess: () => {
      if (result.changeSetId) notifications.hide(result.changeSetId)
    },
    onError: failedTo('undo the import'),
  })
  const undone = undoing.data
  const isUndoable = result.changeSetId !== null && !undone
  return (
    <Step
      key={undone ? 'undone' : 'done'}
      title={undone ? 'Import undone' : 'Import completed with errors'}
      subtitle={undone ? undoneSentence(undone) : importedSentence(result)}
      footer={
        <>
          {isUndoable && (
            <Button className="start" variant="default" loading={undoing.isPending} onClick={() => undoing.mutate()}>
              Undo Import
            </Button>
          )}
          <Button variant="default" onClick={onAgain}>
            Import Another File
          </Button>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      {undone ? (
        <Conflicts {...undone} />
      ) : (
        <>
          <Counts {...result} />
          {result.changeSetId && (
            <p className="text-sm text-muted">
              <Stored result={result} fileName={preview.fileName} onPast={openPast} />
            </p>
          )}
          {where && <p className="text-sm text-muted">{where}</p>}
          <SkippedRows preview={preview} result={result} />
        </>
      )}
    </Step>
  )
}

const undoneSentence = ({ restored }: UndoResult) =>
  restored === 1 ? '1 record is as it was before' : `${formatCount(restored)} records are as they were before`

function Counts({ success, summary: { create, update, error } }: ImportResult) {
  const counts = Object.entries({
    ...{ Added: create, Changed: update, Unchanged: Math.max(0, success - create - update), Skipped: error },
  })
  return (
    <dl className={`grid gap-x-4 gap-y-1 border rounded-md bg-app py-2-5 px-3 ${classes.counts}`}>
      {counts.map(([label, count]) => (
        <div key={label}>
          <dt className="text-muted text-xs">{label}</dt>
          <dd>{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

const shownErrors = 10

function SkippedRows({ preview, result: { problems, summary } }: Pick<ResultStepProps, 'preview' | 'result'>) {
  const companyId = useCompanyId()
  const more = summary.error - Math.min(problems.length, shownErrors)
  return (
    <Problem title={`${rowsOf(summary.error)} skipped`}>
      <ul>
        {problems.slice(0, shownErrors).map((ofRow, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
          <li key={place}>{sentenceOfRow(ofRow)}</li>
        ))}
      </ul>
      {more > 0 && <div>... and {formatCount(more)} more</div>}
      <Anchor size="sm" data-small href={`/api/companies/${companyId}/imports/${preview.id}/errors.csv`} download>
        Download errors as CSV
      </Anchor>
    </Problem>
  )
}

function Conflicts({ conflicts, conflictCount }: UndoResult) {
  if (conflictCount === 0) return null
  const more = conflictCount - Math.min(conflicts.length, shownErrors)
  return (
    <Problem tone="warning" title={`${formatCount(conflictCount)} changed since, and kept`}>
      <ul>
        {conflicts.slice(0, shownErrors).map(({ entityType, entityId, entityName, field, reason }) => (
          <li key={`${entityId} ${field}`}>
            {entityName ?? 'A record'}
            {field && ` (${wordsOf(entityType, field)})`}: {reason}
          </li>
        ))}
      </ul>
      {more > 0 && <div>... and {formatCount(more)} more</div>}
    </Problem>
  )
}
