import { Button } from '@mantine/core'
import type { ImportChoices } from 'contract/inventory/import-choices.ts'
import { sentenceOf } from 'contract/inventory/import-problems.ts'
import { type ImportPreview, type ImportType, importTypes, itemTypes } from 'contract/inventory/imports.ts'
import { listed } from 'contract/listed.ts'
import { useEffect, useState } from 'react'
import { Choice } from '../../../shared/form/choice.tsx'
import { FileReading, ofNoColumn } from '../choose/file-reading.tsx'
import type { ImportSession } from '../import-session.ts'
import { describedType, isBillOfMaterials, isSeveralSections, rowsOf, typeLabels } from '../import-types.ts'
import type { Correction } from '../preview/corrections.ts'
import { LostCorrections } from '../preview/lost-corrections.tsx'
import { Problem } from '../preview/problem.tsx'
import { Step } from '../step.tsx'
import { beyondPlain } from './bare-values.ts'
import { ItemQuestion } from './bom-questions.tsx'
import {
  asksAboutLines,
  type ColumnChoices,
  isNotStored,
  itemNumber,
  mappingOf,
  missingFields,
  useColumnChoices,
} from './column-choices.ts'
import { ColumnProposalOffer } from './column-proposal-offer.tsx'
import { ColumnTable } from './column-table.tsx'
import { foreignColumns } from './foreign-amounts.ts'
import classes from './map-step.module.css'
import { StoreVariants } from './store-variants.tsx'
import { CurrencyOffer, UnitsOffer } from './units-offer.tsx'

type MapStepProps = { session: ImportSession; preview: ImportPreview; lost: Correction[] }

/** The field for each column of the file, and how the file is read. */
export function MapStep({ session, preview, lost }: MapStepProps) {
  const chosen = useColumnChoices(preview)
  const [type, setType] = useState(() => typeOf(preview))
  const { tellAnswered } = session
  useEffect(() => tellAnswered(chosen.isChanged), [chosen.isChanged, tellAnswered])
  const needsMapping = preview.status === 'needs_mapping'
  const isStore = preview.variants !== null
  const isBom = isBillOfMaterials(preview)
  const isMixed = isSeveralSections(preview) && !isBom
  const canMap = needsMapping || !(isStore || isMixed)
  const missing = missingFields(
    preview,
    canMap ? chosen.fields : preview.columns.map(({ fields }) => fields),
    chosen.choices.bomOf,
  )
  const { withoutUnits, inDollars, bomOf } = chosen.choices
  const hasLevels = isBom && !chosen.fields.some((fed) => fed.includes('bomParent'))
  // The number of the item is in sight where it is needed; beside levels it rarely is.
  const [isOfItem] = useState(hasLevels && (bomOf !== null || missing.length > 0))
  const changeType = (next: ImportType) => {
    setType(next)
    // The choice of a list is an answer to 'This looks like a bill of materials'.
    const bomLike = next === 'bom' ? 'bom' : 'list'
    session.send({ type: next, choices: { ...chosen.choices, ...(isMixed && ofNoColumn), bomLike }, isLook: true })
  }
  const onPreview = () => {
    // No choice changed: keep the rows as they were read, including corrected ones.
    if (!needsMapping && !chosen.isChanged) return session.goTo({ name: 'preview', preview, lost })
    const mapping = canMap ? { mapping: mappingOf(preview.columns, chosen.fields, chosen.confirmsNames) } : {}
    session.send({ type: isMixed || isStore ? session.type : type, choices: chosen.choices, ...mapping })
  }
  return (
    <Step
      isLong
      title={needsMapping ? 'Map the columns' : 'Check the columns'}
      subtitle={`${preview.fileName ?? session.fileName}: ${counted(preview, chosen)}`}
      footer={<Footer {...{ session, preview, lost, missing, onPreview }} hint={hintOf(preview, chosen, missing)} />}
    >
      <Messages {...{ session, preview, changeType }} fed={chosen.fields} />
      {chosen.isChanged && session.correctedRows > 0 && (
        <Problem tone="warning">
          The file is read again. Your corrections in {rowsOf(session.correctedRows)} stay where the file still has
          them.
        </Problem>
      )}
      <LostCorrections lost={lost} />
      {isOfItem && (
        <div className={`grid items-start gap-x-4 gap-y-2 ${classes.settings}`}>
          <ItemQuestion chosen={chosen} />
        </div>
      )}
      <FileReading session={session} preview={preview} choices={chosen.choices} type={type}>
        <Settings {...{ session, chosen, type, changeType }} canMap={canMap && !isMixed} isStore={isStore} />
        {hasLevels && !isOfItem && <ItemQuestion chosen={chosen} />}
      </FileReading>
      {preview.variants && (
        <StoreVariants
          variants={preview.variants}
          value={chosen.choices.variants}
          onChange={(variants) => chosen.set({ variants })}
        />
      )}
      {canMap && <ColumnProposalOffer preview={preview} chosen={chosen} />}
      <UnitsOffer
        columns={beyondPlain(preview, chosen.fields).filter(({ header }) => !withoutUnits.includes(header))}
        isBusy={session.isSending}
        onIgnore={(headers) => chosen.set({ withoutUnits: [...withoutUnits, ...headers] })}
      />
      <CurrencyOffer
        columns={foreignColumns(preview, chosen.fields).filter(({ header }) => !inDollars.includes(header))}
        isBusy={session.isSending}
        onTake={(headers) => chosen.set({ inDollars: [...inDollars, ...headers] })}
      />
      <ColumnTable preview={preview} chosen={chosen} canMap={canMap} />
    </Step>
  )
}

/** '5 of 46 columns matched, 41 ignored.' For a file of several sections, also the columns that the others ignore. */
function counted(preview: ImportPreview, { fields }: ColumnChoices): string {
  const { columns, leftOut, bom } = preview
  const matched = columns.filter(({ header }, index) =>
    fields[index]?.length ? !isNotStored(preview, index, fields[index]) : isDescribing(bom, header, leftOut),
  ).length
  const ignored = columns.length - matched
  const known = new Set(columns.map(({ header }) => header.trim()))
  const elsewhere = leftOut.filter((header) => !known.has(header))
  const more = elsewhere.length > 0 ? ` Other sections ignore ${elsewhere.join(', ')}.` : ''
  const rest = ignored === 0 ? '' : `, ${ignored} ignored`
  return `${matched} of ${columns.length} ${columns.length === 1 ? 'column' : 'columns'} matched${rest}.${more}`
}

/** Columns of a bill of materials may describe new parts instead of feeding one of its own fields. */
const isDescribing = (bom: ImportPreview['bom'], header: string, leftOut: string[]) =>
  bom !== null && header.trim() !== '' && !leftOut.includes(header.trim())

const mappableTypes = [...itemTypes, 'stock' as const, 'bom' as const].map((value) => ({
  value,
  label: typeLabels[value],
}))

const typeOf = (preview: ImportPreview): ImportType =>
  isBillOfMaterials(preview) ? 'bom' : (importTypes.find((type) => type === describedType(preview)) ?? 'parts')

const emptyCells: { value: ImportChoices['emptyCells']; label: string }[] = [
  { value: 'keep', label: 'Change nothing' },
  { value: 'clear', label: 'Clear the value' },
]

type SettingsProps = {
  session: ImportSession
  chosen: ColumnChoices
  type: ImportType
  changeType: (type: ImportType) => void
  canMap: boolean
  isStore: boolean
}

function Settings({ session, chosen, type, changeType, canMap, isStore }: SettingsProps) {
  if (isStore) return null
  return (
    <>
      {canMap && (
        <Choice
          label="What the file contains"
          data={mappableTypes}
          value={type === 'auto' ? '' : type}
          disabled={session.isSending}
          onChange={changeType}
        />
      )}
      {type !== 'bom' && (
        <Choice
          label="Empty cells of existing records"
          data={emptyCells}
          value={chosen.choices.emptyCells}
          disabled={session.isSending}
          onChange={(emptyCells) => chosen.set({ emptyCells })}
        />
      )}
    </>
  )
}

type MessagesProps = Omit<MapStepProps, 'lost'> & {
  fed: string[][]
  changeType: (type: ImportType) => void
}

function Messages({ session, preview, fed, changeType }: MessagesProps) {
  const sentencesOf = (codes: string[]) => preview.problems.filter(({ code }) => codes.includes(code)).map(sentenceOf)
  const clashes = sentencesOf(['columns_clash'])
  const isCounted = fed.flat().includes('bomQuantity')
  const counts = sentencesOf(asksAboutLines.filter((code) => !isCounted || code === 'looks_like_order'))
  return (
    <>
      {session.sendError && <Problem>{session.sendError}</Problem>}
      {sentencesOf(['looks_like_products']).map((sentence) => (
        <Problem
          key={sentence}
          tone="warning"
          action="Import as Products"
          onAction={() => session.send({ type: 'products' })}
        >
          {sentence}.
        </Problem>
      ))}
      {[
        ...sentencesOf(['looks_like_bom']),
        ...(isUnreadProduct(preview) ? ['Are these the parts of one item?'] : []),
      ].map((sentence) => (
        <Problem
          key={sentence}
          tone="warning"
          action="Import as a Bill of Materials"
          onAction={() => changeType('bom')}
        >
          {sentence.replace(/(?<!\?)$/, '.')}
        </Problem>
      ))}
      {preview.bom && session.type !== 'bom' && (
        <Problem tone="warning" action="Import as Parts" onAction={() => changeType('parts')}>
          This looks like a bill of materials: its quantities become lines, not stock levels.
        </Problem>
      )}
      {counts.length > 0 && <Problem tone="warning">{counts.join('. ')}.</Problem>}
      {clashes.length > 0 && <Problem tone="warning">{clashes.join('. ')}</Problem>}
    </>
  )
}

/** A file for products or assemblies that names none of them may list what one of them is made of. */
const isUnreadProduct = ({ status, types: [type] }: ImportPreview) =>
  status === 'needs_mapping' && (type === 'products' || type === 'assemblies')

/** What keeps rows from being imported, and what to do, beside the button that goes on. */
function hintOf({ fields, bom }: ImportPreview, chosen: ColumnChoices, missing: string[]): string {
  const [first] = missing
  if (first === itemNumber) return `Enter ${first} above.`
  if (first) return `No column for ${listed(missing)}: choose it under Import as.`
  const fed = chosen.fields.flat()
  const needed =
    bom === null ? fields.filter(({ field, isNeededForNew }) => isNeededForNew && !fed.includes(field)) : []
  return needed.length === 0
    ? ''
    : `No column for ${listed(needed.map(({ label }) => label))}: only what you have can change.`
}

type FooterProps = MapStepProps & { missing: string[]; hint: string; onPreview: () => void }

function Footer({ session, preview, lost, missing, hint, onPreview }: FooterProps) {
  return (
    <>
      <Button
        className="start"
        variant="subtle"
        color="gray"
        data-flush="start"
        onClick={() => session.goTo({ name: 'choose' })}
      >
        Choose Another File
      </Button>
      {preview.status === 'previewed' && session.correctedRows > 0 && (
        <Button variant="default" onClick={() => session.goTo({ name: 'preview', preview, lost })}>
          Back to Preview
        </Button>
      )}
      <span role="status" className="text-sm text-warning">
        {hint}
      </span>
      <Button loading={session.isSending} disabled={missing.length > 0} onClick={onPreview}>
        Preview
      </Button>
    </>
  )
}
