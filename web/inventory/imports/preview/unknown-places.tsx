import { sentenceOf } from 'contract/inventory/import-problems.ts'
import type { ImportPreview } from 'contract/inventory/imports.ts'
import type { ImportSession } from '../import-session.ts'
import { Problem } from './problem.tsx'

/** The places that exist nowhere, whose rows of stock are errors, with the choice to create them. */
export function UnknownPlaces({ preview, session }: { preview: ImportPreview; session: ImportSession }) {
  const unknown = preview.problems.filter(({ code }) => code === 'unknown_places')
  return unknown.map((problem) => (
    <Problem
      key={sentenceOf(problem)}
      tone="warning"
      action={session.canReadAgain ? (problem.params.records === 1 ? 'Create It' : 'Create Them') : undefined}
      isBusy={session.isSending}
      onAction={() => session.sendAgain(preview, { places: 'create' })}
    >
      {sentenceOf(problem)}.
    </Problem>
  ))
}
