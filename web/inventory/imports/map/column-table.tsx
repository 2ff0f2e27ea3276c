import { Checkbox, MultiSelect } from '@mantine/core'
import { columnName } from 'contract/inventory/import-choices.ts'
import type { ImportPreview } from 'contract/inventory/imports.ts'
import { useState } from 'react'
import bare from '../../../shared/table/grid/bare-table.module.css'
import { Pager } from '../../../shared/table/grid/pager.tsx'
import { usePaging } from '../preview/paging.ts'
import { AmountQuestions, UnitsQuestion } from './amount-questions.tsx'
import { beyondPlainOf } from './bare-values.ts'
import { type ColumnChoices, isGuessedName, isNotStored, listOrder, withUnit } from './column-choices.ts'
import classes from './column-table.module.css'
import { isOfMoney } from './foreign-amounts.ts'
import { NumberQuestion } from './number-question.tsx'

type ColumnTableProps = { preview: ImportPreview; chosen: ColumnChoices; canMap: boolean }

/** Every column of the file: its values, and the field it is mapped to. */
export function ColumnTable({ preview, chosen, canMap }: ColumnTableProps) {
  const paging = usePaging(50)
  const [order] = useState(() => listOrder(preview.columns, canMap))
  const from = (paging.page - 1) * paging.pageSize
  return (
    <>
      <div className={`${bare.box} flex-none`}>
        <table className={`${bare.table} ${bare.cardsOnPhones} ${classes.table}`} aria-label="Columns of the file">
          <thead>
            <tr>
              <th scope="col">Column of the file</th>
              <th scope="col">First values</th>
              <th scope="col">Import as</th>
            </tr>
          </thead>
          <tbody>
            {order.slice(from, from + paging.pageSize).map((index) => (
              <ColumnRow key={index} {...{ preview, chosen, canMap, index }} />
            ))}
          </tbody>
        </table>
      </div>
      {order.length > 50 && <Pager list={paging} page={{ total: order.length, isCapped: false }} />}
    </>
  )
}

type ColumnProps = ColumnTableProps & { index: number }

function ColumnRow({ preview, chosen, canMap, index }: ColumnProps) {
  const column = preview.columns[index]
  if (!column) return null
  const { header, samples, note } = column
  const name = columnName(header, index)
  const fields = chosen.fields[index] ?? []
  const isNumber = preview.fields.some(({ field, isNumber: is }) => is && fields.includes(field))
  const own = beyondPlainOf(preview, index, fields)
  // A column of a bill of materials may describe new parts; then it feeds no field itself.
  const isOfParts = preview.bom !== null && fields.length === 0 && note !== null
  return (
    <tr data-unused={fields.length === 0 || undefined}>
      <th scope="row">{header.trim() ? header : <em>{name}</em>}</th>
      <td className="text-muted truncate">{samples.length > 0 ? samples.join(' · ') : <em>Empty</em>}</td>
      <td className={classes.choice}>
        {canMap ? <FieldSelect {...{ preview, chosen, index }} /> : <Taken {...{ preview, fields }} />}
        {fields.length === 0 && note && <p className="mt-1 text-xs text-muted">{note}</p>}
        {fields.length > 0 && isNotStored(preview, index, fields) && (
          <p className="mt-1 text-xs text-muted">Ignored: lines of a bill of materials do not keep it.</p>
        )}
        <Moved {...{ preview, chosen, index }} />
        <Match column={column} isKept={fields.join() === column.fields.join()} />
        <NamesKept {...{ preview, chosen, column }} isKept={fields.join() === column.fields.join()} />
        {isNumber && (
          <NumberQuestion
            {...{ column: { ...column, fields }, name }}
            chosen={chosen.choices.decimals[name]}
            onChoose={(mark) => chosen.setDecimals(name, mark)}
          />
        )}
        {(isNumber || isOfParts) && (
          <AmountQuestions {...{ column, name, chosen }} isMoney={isOfMoney(preview, index, fields)} />
        )}
        {own && <UnitsQuestion column={{ header: name, ...own }} chosen={chosen} />}
      </td>
    </tr>
  )
}

function FieldSelect({ preview: { columns, fields }, chosen, index }: Omit<ColumnProps, 'canMap'>) {
  const options = fields.map(({ field, label, isRequired }) => ({
    value: field,
    label: isRequired ? `${label} (required)` : label,
  }))
  const value = chosen.fields[index] ?? []
  const [isOpen, setOpen] = useState(false)
  const column = columns[index]
  const isSuggestion = column?.match === 'close' && value.join() === column.fields.join()
  return (
    <MultiSelect
      aria-label={`Fields for column ${column?.header || index + 1}`}
      data={options}
      value={value}
      // Who chooses another field than the suggested one wants it instead. The list would cover the next column.
      onChange={(next) => {
        const wanted = isSuggestion ? next.filter((field) => !value.includes(field)) : next
        chosen.setFields(index, withUnit({ columns, fields }, chosen.fields, index, wanted))
        setOpen(false)
      }}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      {...(value.length === 0 && { placeholder: 'Ignored' })}
      maxValues={5}
      searchable
      hidePickedOptions
      openOnFocus={false} // with Tab one goes on, and the list of the next column would cover the buttons
      comboboxProps={{ shadow: 'md', transitionProps: { duration: 80 }, keepMounted: false }}
    />
  )
}

function Taken({ preview, fields }: { preview: ImportPreview; fields: string[] }) {
  if (fields.length === 0) return <em>Ignored</em>
  const labels = fields.map((field) => preview.fields.find((one) => one.field === field)?.label ?? field)
  return <span>{labels.join(', ')}</span>
}

/** What the column fed until another column was chosen for it. */
function Moved({ preview: { columns, fields }, chosen, index }: Omit<ColumnProps, 'canMap'>) {
  return chosen.takenFrom(index).map(({ field, by }) => (
    <p key={field} className="mt-1 text-xs text-muted" role="status">
      {fields.find((one) => one.field === field)?.label ?? field} now comes from{' '}
      {columnName(columns[by]?.header ?? '', by)}.
    </p>
  ))
}

function Match({ column: { match, note }, isKept }: { column: ImportPreview['columns'][number]; isKept: boolean }) {
  if (!isKept || (match !== 'close' && match !== 'remembered')) return null
  return (
    <p className="mt-1 text-xs text-muted">
      {match === 'close'
        ? ['Suggested.', note, 'Please check.'].filter(Boolean).join(' ')
        : 'As in the last file with these columns.'}
    </p>
  )
}

type NamesKeptProps = Omit<ColumnTableProps, 'canMap'> & { column: ImportPreview['columns'][number]; isKept: boolean }

/** Asks before a guessed column changes the names of existing records. */
function NamesKept({ preview: { effects }, chosen, column, isKept }: NamesKeptProps) {
  if (!isKept || effects.namesKept === 0 || !isGuessedName(column)) return null
  const records =
    effects.namesKept === 1 ? '1 existing record' : `${effects.namesKept.toLocaleString('en-US')} existing records`
  return (
    <Checkbox
      mt={6}
      size="xs"
      label={`Also change the names of ${records}`}
      checked={chosen.confirmsNames}
      onChange={(event) => chosen.setConfirmsNames(event.currentTarget.checked)}
    />
  )
}
