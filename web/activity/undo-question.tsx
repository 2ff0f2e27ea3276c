import { useQuery } from '@tanstack/react-query'
import type { ActivityEntry } from 'contract/activity/activity.ts'
import { type Imported, importedFile, recordsInWords } from 'contract/activity/imported.ts'
import { listed } from 'contract/listed.ts'
import { api } from '../shared/api/api.ts'
import { Confirmation, type ConfirmProps } from '../shared/feedback/confirmation.tsx'
import { wordsOf } from '../shared/format/field-words.ts'
import { useCompanyId } from '../shared/session/session.ts'

export type UndoneSet = Pick<ActivityEntry, 'changeSetId' | 'changeSetKind' | 'imported'>

/** What a list shows of a change set: `names`, which are of so many `records`. `isMany`: there is more than the pressed line. `nouns`: of these records, if they are of one kind. */
export type Together = { names: string[]; records: number; isMany: boolean; nouns?: string | undefined }

type Question = { title: string; question: string }

/** @param count of the records that go back; undefined until the server has counted them */
const ofMany = (what: string, count?: number): Question => ({
  title: `Undo ${what}`,
  question: `This was part of a ${what} of ${count === undefined ? 'several records' : recordCount(count)}. What it added is deleted, what it changed or deleted is as before, except records changed since.`,
})

const redo = (count?: number): Question => ({
  title: 'Redo the change',
  question: `The change that was undone comes back, in ${count === undefined ? 'all its records' : recordCount(count)}, except those changed since.`,
})

const recordCount = (count: number, nouns = 'records') =>
  count === 1 ? '1 record' : `${count.toLocaleString('en-US')} ${nouns}`

/** 'Undo the change of 57 parts? They were saved together, and go back together: Cost of Nut, Cost of Pin, Cost of Bolt and 54 more.' */
function ofTogether({ names, records, nouns }: Together, setKind: string, count?: number): Question {
  const more = (count ?? 0) - records
  const named = listed(more > 0 ? [...names, `${more.toLocaleString('en-US')} more`] : names)
  // A list shows one page of the set; only a bulk edit surely is of one kind.
  const ofAll = setKind === 'bulk_edit' || more === 0 ? nouns : undefined
  const deed = setKind === 'bulk_delete' ? 'deletion' : 'change'
  const first = count !== undefined && count > 1 ? `Undo the ${deed} of ${recordCount(count, ofAll)}? ` : ''
  return {
    title: 'Undo These Changes',
    question: `${first}They were saved together, and go back together: ${named}${count === undefined ? ' …' : '.'}`,
  }
}

/** The question names the file and what stays, since an import may concern the whole company. */
function ofImport({ records, isTakenBack, ...file }: Imported): Question {
  if (isTakenBack) {
    const what = `The import of ${recordsInWords(records)} from ${importedFile(file)}`
    return { title: 'Redo the import', question: `${what} comes back, in all its records, except those changed since.` }
  }
  const [added, changed] = (['create', 'update'] as const).map((key) => {
    const count = records.reduce((sum, of) => sum + of[key], 0)
    const words = recordsInWords(records, (of) => of[key])
    return count > 0 && { words: count === 1 ? words.replace(/^1 /, '') : words, verb: count === 1 ? 'is' : 'are' }
  })
  const sentences = [
    ...[`This takes back the import of ${recordsInWords(records)} from ${importedFile(file)}.`],
    added && `The ${added.words} that it added ${added.verb} deleted.`,
    changed && `The ${changed.words} that it changed ${changed.verb} as before.`,
    'What was changed since stays.',
  ]
  return { title: 'Undo Import', question: sentences.filter(Boolean).join(' ') }
}

function questionOf({ imported, changeSetKind }: UndoneSet, together?: Together, count?: number): Question {
  if (imported) return ofImport(imported)
  if (changeSetKind === 'undo') return redo(count)
  if (together && (together.isMany || (count ?? 0) > together.records))
    return ofTogether(together, changeSetKind, count)
  if (changeSetKind === 'edit') return { title: 'Undo the Change', question: 'What was changed since stays.' }
  return ofMany(changeSetKind === 'bulk_edit' ? 'bulk edit' : 'bulk delete', count)
}

type UndoQuestionProps = Pick<ConfirmProps, 'isBusy' | 'onClose' | 'onConfirm'> & {
  of: UndoneSet
  together?: Together | undefined
}

/** Asks before a change set is undone, and says what would stay as it is. */
export function UndoQuestion({ of, together, ...rest }: UndoQuestionProps) {
  const companyId = useCompanyId()
  const { data: preview } = useQuery(
    api.activity.undo.queryOptions({
      input: { companyId, id: of.changeSetId },
      context: { isPreview: true },
      gcTime: 0,
      retry: false,
    }),
  )
  const { restored = 0, conflictCount = 0, conflicts = [] } = preview ?? {}
  // Where all stays as it is, the list of what stays says enough.
  const { title, question } = questionOf(of, together, restored || undefined)
  const label = conflictCount === 0 ? title : restored > 0 ? `${title.split(' ', 1)[0]} the Rest` : null
  return (
    <Confirmation isOpen title={title} confirmLabel={label} {...rest}>
      {question}
      {conflictCount > 0 && (
        <section className="mt-2" aria-label="What stays">
          {conflictCount === 1
            ? 'This stays as it is:'
            : `These ${conflictCount.toLocaleString('en-US')} stay as they are:`}
          <ul>
            {conflicts.slice(0, shown).map(({ entityType, entityId, entityName, field, reason }) => (
              <li key={`${entityId} ${field}`}>
                {entityName ?? 'A record'}
                {field && ` (${wordsOf(entityType, field)})`}: {reason}.
              </li>
            ))}
            {conflictCount > shown && <li>... and {(conflictCount - shown).toLocaleString('en-US')} more</li>}
          </ul>
        </section>
      )}
    </Confirmation>
  )
}

const shown = 5
