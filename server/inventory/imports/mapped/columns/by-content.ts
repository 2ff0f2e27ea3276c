// Takes columns whose headers say nothing, suggests their fields by their values.

import type { RowType } from 'contract/inventory/imports.ts'
import { once } from 'contract/once.ts'
import { foldText } from 'contract/same-text.ts'
import { areDesignators } from '../bom/line-signs.ts'
import { importFields } from '../import-fields.ts'
import type { ColumnFacts } from '../survey.ts'
import { type ColumnMatch, suggest } from './columns.ts'
import { nameMatcher, normalHeader } from './header-names.ts'

/** With fewer rows, distinct values mean nothing. */
const leastRows = 3

const isMail = (text: string) => /^[^\s@]{1,64}@[^\s@]{1,190}\.[^\s@.]{2,24}$/.test(text)
/** 'BRK-100', 'M8x30'; not '150 m', '$4.20' or '12'. */
export const isCode = (text: string) =>
  /^(?=.*\d)(?=.*\p{L})[\p{L}\d][\p{L}\d._/#+-]{1,39}$/u.test(text) && !/^[\d.,]{1,12}\p{L}{1,4}$/u.test(text)
const isName = (text: string) => /\p{L}{3}/u.test(text) && !isMail(text) && !isCode(text) && !/^https?:/i.test(text)

const isAmount = (text: string) => /^(?:\p{Sc}|[A-Z]{3})? ?\d[\d.,' ]{0,15}(?: ?(?:\p{Sc}|[A-Z]{3}))?$/u.test(text)
/** Names of what one pays, and to whom, that may mean something else. */
const isPaid = nameMatcher(
  'Paid, Price Paid, We Paid, I Paid, Net, Net Amount, Netto, Rate, Bezahlt, Payé, Pagado, Pagato',
)
const isFrom = nameMatcher('From, Got From, Came From, Comes From, Ordered At, Bei, Chez')

/** Words for what is neither a number nor a name, though each row may have another one. */
const ofOthers =
  /note|comment|remark|bemerk|notiz|lead|liefer|date|datum|url|link|web|status|tag|colou?r|farbe|spec|brand|mak(?:e|er)|manufact|herstell|fabric|mfr|drawing|zeichn|rev|package|footprint|data ?sheet|serial|person|contact|address|mail|phone/i

/** Whether a header speaks of what parts have no field for. */
const hasNoField = (header: string): boolean =>
  /^(?:lead ?times?|lieferzeit|délai|plazo|notes?|notizen?|comments?|remarks?|bemerkung(?:en)?|anmerkung(?:en)?|remarques?|notas?)\b/i.test(
    header.trim(),
  )

const names = once(
  () => new Set(Object.values(importFields).flatMap((fields) => fields.flatMap(({ ranks }) => [...ranks.keys()]))),
)

/** Whether a header leaves open what its column holds. */
export const saysNothing = (header: string): boolean =>
  header.trim() === '' || (!names().has(normalHeader(header)) && !ofOthers.test(header))

/**
 * A column whose values are numbers that the company has is that of the numbers; if there is none, the only one of distinct codes. The first one of
 * distinct texts is the name, one of addresses of mail the e-mail. Only for fields without a column, and columns without a field.
 * @returns notes by the places of their columns: the reason for each proposal, and that parts have no field for a column
 */
export function suggestByContent(
  type: RowType,
  header: string[],
  match: ColumnMatch,
  facts: ColumnFacts[] = [],
): Map<number, string> {
  const notes = new Map<number, string>()
  const isFree = (at: number) => !match.chosen.has(at) && match.fieldsByIndex[at]?.length === 0
  const columns = (isOfKind: (text: string) => boolean) =>
    [...facts.entries()].filter(([at, { values }]) => isFree(at) && values.length > 0 && values.every(isOfKind))
  const open = (isOfKind: (text: string) => boolean) =>
    columns(isOfKind).filter(([at, column]) => saysNothing(header[at] ?? '') && isDistinct(column))
  const propose = (isMeant: (field: (typeof fields)[number]) => boolean, at: number | undefined, reason: string) => {
    const field = fields.find(isMeant)
    if (!field || at === undefined || match.columnOf.has(field)) return
    suggest(match, field, at)
    match.missing = match.missing.filter((label) => label !== field.label)
    notes.set(at, reason)
  }
  const fields = importFields[type]
  propose(({ kind }) => kind === 'email', columns(isMail)[0]?.[0], 'Its values are e-mail addresses.')
  // 'Paid' may be a day or a yes, and 'From' beside 'To' a place.
  const named = (isCalled: (header: string) => boolean, isOfKind: (text: string) => boolean) =>
    columns(isOfKind).find(([at]) => isCalled(header[at] ?? ''))?.[0]
  propose(({ field }) => field === 'cost', named(isPaid, isAmount), 'Its values are amounts.')
  const isMoved = header.some((name) => normalHeader(name) === 'to')
  propose(({ field }) => field === 'supplierName', isMoved ? undefined : named(isFrom, isName), 'Its values are names.')
  const isNumber = ({ isRequired, kind, field }: (typeof fields)[number]) =>
    isRequired && kind === 'text' && field !== 'name'
  const [known] = columns(() => true)
    .filter(([, { values, known: count }]) => count > 0 && count * 2 >= values.length)
    .toSorted(([, one], [, other]) => other.known - one.known)
  propose(isNumber, known?.[0], 'Its values are numbers that you have.')
  const codes = open(isCode).filter(([, { references }]) => !areDesignators(references))
  propose(isNumber, codes.length === 1 ? codes[0]?.[0] : undefined, 'Each of its values is another code.')
  propose(({ field }) => field === 'name', open(isName)[0]?.[0], 'Each of its values is another text.')
  for (const [at, name] of header.entries())
    if (type === 'parts' && match.fieldsByIndex[at]?.length === 0 && hasNoField(name))
      notes.set(at, 'Parts have no field for it.')
  return notes
}

// A row of totals or a comment leaves cells empty.
const isDistinct = ({ values, blank, filled }: ColumnFacts) =>
  blank * 10 <= filled.count && values.length >= leastRows && new Set(values.map(foldText)).size === values.length
