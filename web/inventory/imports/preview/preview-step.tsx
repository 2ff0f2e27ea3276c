import type { ImportPreview } from 'contract/inventory/imports.ts'
import { useState } from 'react'
import type { ImportSession } from '../import-session.ts'
import { madeVendors, recognised, replacedRows } from '../import-types.ts'
import { beyondPlain } from '../map/bare-values.ts'
import { UnknownComponents } from '../map/bom-questions.tsx'
import { asChosen } from '../map/column-choices.ts'
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
import { isRepeat, RepeatsQuestion } from './repeats-question.tsx'
import { useRowChoice } from './row-choice.ts'
import { SupplierQuestion } from './supplier-question.tsx'
import { TopsQuestion } from './tops-question.tsx'
import { UnknownPlaces } from './unknown-places.tsx'
import { Warnings } from './warnings.tsx'

type PreviewStepProps = { session: ImportSession; preview: ImportPreview; lost: Correction[]; onClose: () => void }

/** The effect of an import, row by row, before anything is stored. */
export function PreviewStep({ session, preview, lost, onClose }: PreviewStepProps) {
  const { summary } = preview
  const [filter, setFilter] = useState<RowAction | null>(null)
  const [deleteAdded, setDeleteAdded] = useState(false)
  const choice = useRowChoice(preview, session.forgetRefusal)
  // Start with all rows, those that need attention first.
  const beyond = session.canReadAgain ? openUnits(preview) : []
  const foreign = session.canReadAgain ? openCurrencies(preview) : []
  const offered = new Map([
    ['words_for_nothing', new Set(beyond.map(({ header }) => header))],
    ['other_currencies', new Set(foreign.map(({ header }) => header))],
  ])
  const problems = preview.problems.filter(
    (one) => one.code !== 'unknown_places' && !isRepeat(one) && !offered.get(one.code)?.has(String(one.params.column)),
  )
  const { withoutUnits, inDollars } = asChosen(preview).choices
  const kinds = rowActions.filter((action) => summary[action] > 0)
  const action = filter && summary[filter] > 0 ? filter : kinds.length > 1 ? null : (kinds[0] ?? 'create')
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
      <div className="stack gap-1-5 flex-none empty-hidden">
        <LostCorrections lost={lost} />
        <UnitsOffer
          columns={beyond}
          isBusy={session.isSending}
          onIgnore={(headers) => session.sendAgain(preview, { withoutUnits: [...withoutUnits, ...headers] })}
        />
        <CurrencyOffer
          columns={foreign}
          isBusy={session.isSending}
          onTake={(headers) => session.sendAgain(preview, { inDollars: [...inDollars, ...headers] })}
        />
        <UnknownComponents {...{ preview, session }} />
        <UnknownPlaces {...{ preview, session }} />
        <Warnings problems={problems} />
        <AddedRecords
          preview={preview}
          isDeleting={deleteAdded}
          isBusy={session.isCommitting}
          onChange={setDeleteAdded}
        />
        <RepeatsQuestion {...{ preview, session }} />
        <TopsQuestion {...{ preview, session }} />
        <SupplierQuestion {...{ preview, session }} />
        <HowRead {...{ preview, session, lost }} />
      </div>
      <PreviewFilters
        {...{ summary }}
        replaced={replacedRows(preview)}
        isAdded={preview.choices.repeats === 'add'}
        vendors={madeVendors(preview)}
        value={action}
        onChange={setFilter}
      />
      <PreviewRows
        key={action ?? 'all'}
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
  beyondPlain(preview, fedOf(preview)).filter(({ header }) => !asChosen(preview).choices.withoutUnits.includes(header))

const openCurrencies = (preview: ImportPreview) =>
  foreignColumns(preview, fedOf(preview)).filter(({ header }) => !asChosen(preview).choices.inDollars.includes(header))
