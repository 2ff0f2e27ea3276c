import { columnName } from 'contract/inventory/import-choices.ts'
import { sentenceOf } from 'contract/inventory/import-problems.ts'
import type { ImportPreview } from 'contract/inventory/imports.ts'
import { useState } from 'react'
import type { ImportSession } from '../import-session.ts'
import { madeVendors, recognised, replacedRows } from '../import-types.ts'
import { beyondPlain } from '../map/bare-values.ts'
import { UnknownComponents } from '../map/bom-questions.tsx'
import { foreignColumns } from '../map/foreign-amounts.ts'
import { CurrencyOffer, UnitsOffer } from '../map/units-offer.tsx'
import { Step } from '../step.tsx'
import { AddedRecords } from './added-records.tsx'
import type { Correction } from './corrections.ts'
import { HowRead } from './how-read.tsx'
import { LostCorrections } from './lost-corrections.tsx'
import { NeededRows } from './needed-rows.tsx'
import { PreviewFilters, type RowAction, rowActions } from './preview-filters.tsx'
import { PreviewFooter } from './preview-footer.tsx'
import { PreviewRows } from './preview-rows.tsx'
import { Problem } from './problem.tsx'
import { useRowChoice } from './row-choice.ts'
import { SupplierQuestion } from './supplier-question.tsx'
import { TopsQuestion } from './tops-question.tsx'
import { UnknownPlaces } from './unknown-places.tsx'

type PreviewStepProps = { session: ImportSession; preview: ImportPreview; lost: Correction[]; onClose: () => void }

/** The effect of an import, row by row, before anything is stored. */
export function PreviewStep({ session, preview, lost, onClose }: PreviewStepProps) {
  const { summary } = preview
  const [filter, setFilter] = useState<RowAction | null>(null)
  const [deleteAdded, setDeleteAdded] = useState(false)
  const choice = useRowChoice(preview, session.forgetRefusal)
  // Start with the rows that need attention; if the chosen filter is empty now, use the next one.
  const beyond = session.canReadAgain ? openUnits(preview) : []
  const foreign = session.canReadAgain ? openCurrencies(preview) : []
  const offered = new Map([
    ['words_for_nothing', new Set(beyond.map(({ header }) => header))],
    ['other_currencies', new Set(foreign.map(({ header }) => header))],
  ])
  const repeats = preview.problems.filter(({ code }) => code === 'row_repeats').length
  const problems = preview.problems.filter(
    ({ code, params }) =>
      code !== 'unknown_places' &&
      !offered.get(code)?.has(String(params.column)) &&
      // Each of them is named.
      !(code === 'rows_repeat' && params.rows === repeats),
  )
  const action = filter && summary[filter] > 0 ? filter : firstOf(summary)
  return (
    <Step
      title="Preview"
      subtitle={
        <>
          {recognised(preview)} in {preview.fileName ?? session.fileName}. Nothing is stored yet.
        </>
      }
      footer={<PreviewFooter {...{ session, preview, lost, deleteAdded, onClose }} chosen={choice.numbers} />}
    >
      <LostCorrections lost={lost} />
      <HowRead {...{ preview, session, lost }} />
      <UnitsOffer
        columns={beyond}
        isBusy={session.isSending}
        onIgnore={(headers) =>
          session.sendAgain(preview, { withoutUnits: [...preview.choices.withoutUnits, ...headers] })
        }
      />
      <CurrencyOffer
        columns={foreign}
        isBusy={session.isSending}
        onTake={(headers) => session.sendAgain(preview, { inDollars: [...takenAsDollars(preview), ...headers] })}
      />
      <UnknownComponents {...{ preview, session }} />
      <UnknownPlaces {...{ preview, session }} />
      {problems.length > 0 && <Warnings sentences={problems.map(sentenceOf)} />}
      <AddedRecords
        preview={preview}
        isDeleting={deleteAdded}
        isBusy={session.isCommitting}
        onChange={setDeleteAdded}
      />
      <TopsQuestion {...{ preview, session }} />
      <SupplierQuestion {...{ preview, session }} />
      <PreviewFilters
        {...{ summary }}
        replaced={replacedRows(preview)}
        vendors={madeVendors(preview)}
        value={action}
        onChange={setFilter}
      />
      <PreviewRows
        key={action}
        {...{ preview, action, choice }}
        onCorrected={session.tellCorrected}
        onKept={session.keepCorrections}
      />
      {session.refusal && <NeededRows refusal={session.refusal} choice={choice} />}
    </Step>
  )
}

const fedOf = ({ columns }: ImportPreview) => columns.map(({ fields }) => fields)

const openUnits = (preview: ImportPreview) =>
  beyondPlain(preview, fedOf(preview)).filter(({ header }) => !preview.choices.withoutUnits.includes(header))

/** Now, or the last time. */
const takenAsDollars = ({ columns }: ImportPreview) =>
  columns.flatMap(({ header, currencies }, index) => (currencies?.isTaken ? [columnName(header, index)] : []))

const openCurrencies = (preview: ImportPreview) =>
  foreignColumns(preview, fedOf(preview)).filter(({ header }) => !takenAsDollars(preview).includes(header))

const firstOf = (summary: ImportPreview['summary']): RowAction =>
  (['error', ...rowActions] as const).find((action) => summary[action] > 0) ?? 'create'

const [shownAtOnce, shownWarnings] = [3, 20]

function Warnings({ sentences }: { sentences: string[] }) {
  const more = sentences.length - shownWarnings
  const shown = [...new Set(sentences.slice(0, shownWarnings))]
  // Two lines fold into one only if there are more of them: the rows need the room.
  const atOnce = shown.length > shownAtOnce + 1 ? shownAtOnce : shown.length
  const list = (some: string[]) => some.map((sentence) => <li key={sentence}>{sentence}</li>)
  return (
    <Problem tone="warning">
      {sentences.length === 1 ? sentences[0] : <ul>{list(shown.slice(0, atOnce))}</ul>}
      {shown.length > atOnce && (
        <details>
          <summary>{sentences.length - atOnce} more</summary>
          <ul>
            {list(shown.slice(atOnce))}
            {more > 0 && <li>... and {more} more</li>}
          </ul>
        </details>
      )}
    </Problem>
  )
}
