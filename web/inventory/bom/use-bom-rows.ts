import { useMutation } from '@tanstack/react-query'
import {
  type ComponentType,
  componentTypeLabels,
  componentTypes,
  maxLines,
  type NewBomLine,
} from 'contract/inventory/bom.ts'
import type { ComponentChoice, ResolvedNumber } from 'contract/inventory/components.ts'
import { measureOf } from 'contract/typed-quantity.ts'
import { formatQuantity, type Measure } from 'contract/units.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { client } from '../../shared/api/api.ts'
import { messageOf } from '../../shared/api/server-errors.ts'
import { useCompanyId } from '../../shared/session/session.ts'
import {
  carryErrors,
  type EditorRow,
  isBlank,
  linesOf,
  type MergedRow,
  newRow,
  rowsOf,
  unmeasured,
  withComponent,
  withoutRepeats,
  withPasted,
  withResolved,
} from './editor-rows.ts'
import { focusLine } from './line-focus.ts'
import type { PastedLine } from './pasted-lines.ts'

export type BomErrors = Record<string, React.ReactNode>

export type BomField = {
  /** The name of the form field with the lines: 'components', 'bom'. */
  field: string
  value: NewBomLine[]
  errors: BomErrors
  onChange: (lines: NewBomLine[], errors: BomErrors) => void
}

/** The actions on a line. Always the same object, so that only the edited line renders again. */
export type RowActions = {
  setType: (row: EditorRow, type: ComponentType) => void
  setNumber: (row: EditorRow, number: string) => void
  setQuantity: (row: EditorRow, quantity: number | string) => void
  choose: (row: EditorRow, choice: ComponentChoice) => void
  /** Looks up a number that was typed without choosing. */
  settle: (row: EditorRow) => void
  /** Moves on to the quantity. If Enter came before the results, it chooses the first result of a search for the text. */
  leave: (row: EditorRow, ownId: string | undefined) => void
  addAfter: (row: EditorRow) => void
  remove: (row: EditorRow) => void
  paste: (row: EditorRow, lines: PastedLine[]) => void
  /** Adds the number that no item has to the parts, in the unit that was typed with its quantity, and chooses the new part. */
  createPart: (row: EditorRow) => void
}

/** The lines in the editor. The form itself holds only the lines to save. */
export function useBomRows({ field, value, errors, onChange }: BomField) {
  const companyId = useCompanyId()
  const [rows, setRows] = useState(() => firstRows(value))
  const [notice, setNotice] = useState('')
  const latest = useRef({ rows, errors, onChange })
  const initialLines = useMemo(() => JSON.stringify(linesOf(rowsOf(value))), [value])
  const own = useMemo(() => JSON.stringify(linesOf(rows)), [rows])
  // The form's value was changed from outside: the form was reset, or a conflict was resolved.
  const isForeign = initialLines !== own
  if (isForeign) setRows(firstRows(value))
  useEffect(() => {
    latest.current = { rows, errors, onChange }
  })

  const resolving = useMutation({ mutationFn: (numbers: string[]) => resolveAll(companyId, numbers) })
  const { mutateAsync: resolve } = resolving
  const searching = useMutation({
    mutationFn: async ({ type, number }: EditorRow) => {
      // The type of the line comes first; what only another type has is better than nothing.
      for (const each of [type, ...componentTypes.filter((other) => other !== type)]) {
        const page = await client.components.search({ companyId, type: each, q: number.trim(), pageSize: 2 })
        if (page.items.length > 0) return page
      }
      return { items: [] }
    },
  })
  const { mutateAsync: search } = searching

  const { mutateAsync: create, isPending: isCreating } = useMutation({
    mutationFn: (part: NewPart) => client.parts.create({ companyId, ...part }),
  })

  const actions = useMemo(() => {
    const change = (next: EditorRow[], more: (rows: EditorRow[]) => BomErrors = () => ({})) => {
      const { rows: before, errors: lastErrors } = latest.current
      const carried = { ...carryErrors(lastErrors, field, before, next), ...more(next) }
      latest.current = { ...latest.current, rows: next, errors: carried }
      setRows(next)
      latest.current.onChange(linesOf(next), carried)
    }
    return actionsOn({ field, rowsNow: () => latest.current.rows, change, resolve, search, create, setNotice })
  }, [field, resolve, search, create])
  const append = () => {
    const now = latest.current.rows
    const last = now.at(-1)
    if (last && isBlank(last)) return focusLine(last.key, 'component')
    const row = newRow({ type: last?.type ?? 'part' })
    flushSync(() => setRows([...now, row]))
    focusLine(row.key, 'component')
  }
  return { rows, actions, append, notice, isResolving: resolving.isPending || searching.isPending || isCreating }
}

/** A blank line to fill in stands at the end. */
const firstRows = (lines: NewBomLine[]) => [...rowsOf(lines), newRow({ type: lines.at(-1)?.type ?? 'part' })]

type Means = {
  field: string
  rowsNow: () => EditorRow[]
  change: (rows: EditorRow[], errors?: (rows: EditorRow[]) => BomErrors) => void
  resolve: (numbers: string[]) => Promise<ResolvedNumber[]>
  search: (row: EditorRow) => Promise<{ items: ComponentChoice[] }>
  create: (part: NewPart) => Promise<NewPart & Measure & { id: string }>
  setNotice: (notice: string) => void
}

type NewPart = { partNumber: string; name: string } & Partial<Measure>

function actionsOn(means: Means): RowActions {
  const { rowsNow, change, create, setNotice } = means
  const now = (row: EditorRow) => rowsNow().find(({ key }) => key === row.key) ?? row
  const put = (row: EditorRow, fields: Partial<EditorRow>) =>
    change(rowsNow().map((each) => (each.key === row.key ? { ...each, ...fields } : each)))
  const { settleAll, searchFor } = lookUps(means)
  const choose = (row: EditorRow, choice: ComponentChoice) => {
    const { rows, merged } = withoutRepeats(
      rowsNow().map((each) => (each.key === row.key ? withComponent(each, choice) : each)),
    )
    change(rows)
    setNotice(tellMerged(merged))
    focusLine(merged[0]?.row.key ?? row.key, 'quantity')
  }
  return {
    setType: (row, type) => put(row, { type, id: '', number: '', name: '', ...unmeasured }),
    setNumber: (row, number) => put(row, { id: '', number, name: '', ...unmeasured }),
    setQuantity: (row, quantity) => put(row, { quantity }),
    choose,
    settle: (row) => void settleAll([row.key], () => ''),
    leave: (row, ownId) => {
      const typed = now(row)
      if (typed.id === '' && typed.number.trim() !== '') void searchFor(typed, ownId)
      focusLine(row.key, 'quantity')
    },
    addAfter: (row) => {
      const place = rowsNow().findIndex(({ key }) => key === row.key)
      const next = rowsNow()[place + 1]
      if (next && isBlank(next)) return focusLine(next.key, 'component')
      const added = newRow({ type: now(row).type })
      flushSync(() => change(rowsNow().toSpliced(place + 1, 0, added)))
      focusLine(added.key, 'component')
    },
    remove: (row) => {
      const place = rowsNow().findIndex(({ key }) => key === row.key)
      const rest = rowsNow().toSpliced(place, 1)
      change(rest)
      focusLine(rest[Math.min(place, rest.length - 1)]?.key, 'component')
    },
    paste: (row, lines) => {
      const { rows, added } = withPasted(rowsNow(), now(row), lines)
      change(rows)
      focusLine(added[0]?.key, 'component')
      const keys = added.map(({ key }) => key)
      void settleAll(keys, (missing) => tellPasted(lines.length, missing))
    },
    createPart: async (row) => {
      const number = row.number.trim()
      try {
        const measure = measureOf(String(now(row).quantity))
        const part = await create({ partNumber: number, name: row.name || number, ...measure })
        choose(row, { ...part, type: 'part', number: part.partNumber })
      } catch (error) {
        setNotice(`The part could not be created: ${messageOf(error)}`)
      }
    },
  }
}

/** Looks up numbers that were typed or pasted without a choice, and fills in the rows that still have them. */
function lookUps({ field, rowsNow, change, resolve, search, setNotice }: Means) {
  const settleAll = async (keys: number[], sentenceFor: (missing: number) => string) => {
    const isMeant = (row: EditorRow) => keys.includes(row.key) && row.id === '' && row.number.trim() !== ''
    const numbers = rowsNow()
      .filter(isMeant)
      .map((row) => row.number.trim())
    if (numbers.length === 0) return
    try {
      const items = await resolve(numbers)
      const isStillMeant = (row: EditorRow) => isMeant(row) && numbers.includes(row.number.trim())
      const filled = rowsNow().map((row) => (isStillMeant(row) ? (withResolved([row], items)[0] as EditorRow) : row))
      const { rows, merged } = withoutRepeats(filled)
      change(rows, (next) => missingErrors(field, next, isStillMeant))
      setNotice([sentenceFor(rows.filter(isStillMeant).length), tellMerged(merged)].filter(Boolean).join(' '))
    } catch (error) {
      setNotice(`The numbers could not be looked up: ${messageOf(error)}`)
    }
  }
  const searchFor = async (target: EditorRow, ownId: string | undefined) => {
    try {
      const first = (await search(target)).items.find(({ id }) => id !== ownId)
      const isAsked = (row: EditorRow) =>
        row.key === target.key && row.id === '' && row.type === target.type && row.number === target.number
      if (!first) return change(rowsNow(), (next) => missingErrors(field, next, isAsked))
      const { rows, merged } = withoutRepeats(rowsNow().map((row) => (isAsked(row) ? withComponent(row, first) : row)))
      change(rows)
      setNotice(tellMerged(merged))
    } catch (error) {
      setNotice(`The component could not be looked up: ${messageOf(error)}`)
    }
  }
  return { settleAll, searchFor }
}

async function resolveAll(companyId: string, numbers: string[]): Promise<ResolvedNumber[]> {
  const distinct = [...new Set(numbers)].map((number) => number.slice(0, 200))
  const items: ResolvedNumber[] = []
  for (let at = 0; at < distinct.length; at += maxLines) {
    const answer = await client.components.resolve({ companyId, numbers: distinct.slice(at, at + maxLines) })
    items.push(...answer.items)
  }
  return items
}

export const noSuchItem = 'No item has this number'

/** Marks each row that still has no component: no item has this number. */
function missingErrors(field: string, rows: EditorRow[], isMeant: (row: EditorRow) => boolean): BomErrors {
  const lines = rows.filter((row) => !isBlank(row))
  return Object.fromEntries(lines.flatMap((row, index) => (isMeant(row) ? [[`${field}.${index}.id`, noSuchItem]] : [])))
}

const tellPasted = (count: number, missing: number) =>
  `${count === 1 ? '1 line' : `${count.toLocaleString('en-US')} lines`} pasted${missing > 0 ? `, ${missing.toLocaleString('en-US')} not found: correct, create or remove ${missing === 1 ? 'it' : 'them'}` : ''}.`

function tellMerged(merged: MergedRow[]): string {
  const [first] = merged
  if (!first) return ''
  if (merged.length > 1) return `${merged.length.toLocaleString('en-US')} repeated components were merged.`
  const { type, number, name, quantity, unit } = first.row
  return `${componentTypeLabels[type]} ${number} ${name} was in the list already: the quantities were added up to ${typeof quantity === 'number' ? formatQuantity(quantity, unit) : quantity}.`
}
