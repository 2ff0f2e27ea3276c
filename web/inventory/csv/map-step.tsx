import { Button, MultiSelect, NativeSelect } from '@mantine/core'
import type { ImportPreview, ImportType, ItemType } from 'contract/inventory/imports.ts'
import { useState } from 'react'
import { Pager } from '../../shared/pager.tsx'
import { feed, mappingOf, missingFields } from './column-choices.ts'
import type { ImportSession } from './import-session.ts'
import { describedType, isSeveralSections, isStoreExport, typeLabels } from './import-types.ts'
import classes from './map-step.module.css'
import { usePaging } from './paging.ts'
import { Problem } from './problem.tsx'
import { Step } from './step.tsx'

type MapStepProps = { session: ImportSession; preview: ImportPreview }

/** Which column of the file feeds which field. */
export function MapStep({ session, preview }: MapStepProps) {
  const [choices, setChoices] = useState(() => preview.columns.map(({ fields }) => fields))
  const [type, setType] = useState(() => typeOf(preview))
  const missing = missingFields(preview.fields, choices)
  const isMixed = isSeveralSections(preview)
  const changeType = (next: ItemType) => {
    setType(next)
    session.send({ type: next })
  }
  return (
    <Step
      title="Map the columns"
      subtitle={`${preview.fileName ?? session.fileName}: choose what each column feeds. Columns without a field are left out.`}
      footer={
        <Footer
          session={session}
          preview={preview}
          isReady={missing.length === 0}
          onPreview={() =>
            session.send({ type: isMixed ? session.type : type, mapping: mappingOf(preview.columns, choices) })
          }
        />
      }
    >
      <Messages session={session} preview={preview} missing={missing} />
      {!isMixed && (
        <NativeSelect
          className={classes.type}
          label="What the file contains"
          data={mappableTypes}
          value={type}
          disabled={session.isSending}
          onChange={(event) => changeType(event.currentTarget.value as ItemType)}
        />
      )}
      <ColumnTable
        preview={preview}
        choices={choices}
        onChoose={(index, fields) => setChoices(feed(choices, index, fields))}
      />
    </Step>
  )
}

const mappableTypes = Object.entries(typeLabels).flatMap(([value, label]) =>
  value === 'auto' ? [] : [{ value, label }],
)

const typeOf = (preview: ImportPreview): ImportType => {
  const type = describedType(preview)
  return type in typeLabels && type !== 'auto' ? (type as ImportType) : 'parts'
}

function Messages({ session, preview, missing }: MapStepProps & { missing: string[] }) {
  const clashes = preview.warnings.filter((sentence) => sentence.includes(' both feed '))
  return (
    <>
      {session.sendError && <Problem>{session.sendError}</Problem>}
      {isStoreExport(preview) && (
        <Problem tone="warning">
          <span className={classes.offer}>
            This looks like a Shopify product export.
            <Button size="compact-xs" variant="default" onClick={() => session.send({ type: 'auto' })}>
              Import as products
            </Button>
          </span>
        </Problem>
      )}
      <div role="status" className={classes.status}>
        {missing.length === 0 && preview.missing.length > 0 && 'All required fields have a column.'}
        {missing.length > 0 && (
          <Problem tone="warning">
            {missing.length === 1 ? 'One required field has no column yet: ' : 'Required fields have no column yet: '}
            <strong>{missing.join(', ')}</strong>
          </Problem>
        )}
      </div>
      {clashes.length > 0 && <Problem tone="warning">{clashes.join('. ')}</Problem>}
    </>
  )
}

type FooterProps = MapStepProps & { isReady: boolean; onPreview: () => void }

function Footer({ session, preview, isReady, onPreview }: FooterProps) {
  return (
    <>
      <Button className="start" variant="subtle" color="gray" onClick={() => session.goTo({ name: 'choose' })}>
        Choose another file
      </Button>
      {preview.status === 'previewed' && (
        <Button variant="default" onClick={() => session.goTo({ name: 'preview', preview })}>
          Back to preview
        </Button>
      )}
      <Button loading={session.isSending} disabled={!isReady} onClick={onPreview}>
        Preview
      </Button>
    </>
  )
}

type ColumnTableProps = {
  preview: ImportPreview
  choices: string[][]
  onChoose: (index: number, fields: string[]) => void
}

function ColumnTable({ preview: { columns, fields }, choices, onChoose }: ColumnTableProps) {
  const paging = usePaging(50)
  const options = fields.map(({ field, label, isRequired }) => ({
    value: field,
    label: isRequired ? `${label} (required)` : label,
  }))
  const from = (paging.page - 1) * paging.pageSize
  return (
    <>
      <div className={classes.scroller}>
        <table className={classes.table} aria-label="Columns of the file">
          <thead>
            <tr>
              <th scope="col">Column of the file</th>
              <th scope="col">First values</th>
              <th scope="col">Feeds</th>
            </tr>
          </thead>
          <tbody>
            {columns.slice(from, from + paging.pageSize).map(({ header, samples }, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: headers may repeat; the place of a column does not change
              <tr key={from + row} data-unused={choices[from + row]?.length === 0 || undefined}>
                <th scope="row">{header || <em>Without a name</em>}</th>
                <td className={classes.samples}>
                  {samples.length > 0 ? samples.join(', ') : <em>Empty in the first rows</em>}
                </td>
                <td className={classes.choice}>
                  <MultiSelect
                    aria-label={`Fields for column ${header || from + row + 1}`}
                    data={options}
                    value={choices[from + row] ?? []}
                    onChange={(chosen) => onChoose(from + row, chosen)}
                    {...(choices[from + row]?.length === 0 && { placeholder: 'Not imported' })}
                    maxValues={5}
                    searchable
                    hidePickedOptions
                    comboboxProps={{ shadow: 'md', transitionProps: { duration: 80 }, keepMounted: false }}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {columns.length > 50 && <Pager list={paging} page={{ total: columns.length, isCapped: false }} />}
    </>
  )
}
