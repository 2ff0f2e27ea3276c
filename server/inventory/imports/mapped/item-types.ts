// Takes the items of a bill of materials, tells which of them are parts, assemblies and products, and which the company has.

import type { ImportChoices } from 'contract/inventory/import-choices.ts'
import { type ImportProblem, problem } from 'contract/inventory/import-problems.ts'
import type { ItemType } from 'contract/inventory/imports.ts'
import { foldText } from 'contract/same-text.ts'
import { each, unitOf } from 'contract/units.ts'
import type { BomItem } from './bom/bom-item.ts'
import { firstOf } from './first-of.ts'
import type { KnownNumbers } from './reading-options.ts'

type Kind = 'part' | 'assembly' | 'product'
/** `kinds`: the type of each item. `parts`: the unknown components. */
export type Sorted = {
  kinds: Map<BomItem, Kind>
  known: Set<BomItem>
  parts: BomItem[]
  assemblies: BomItem[]
  products: BomItem[]
}

export function sortItems(items: BomItem[], numbers: KnownNumbers | undefined, { bomTop }: ImportChoices): Sorted {
  const sorted: Sorted = { kinds: new Map(), known: new Set(), parts: [], assemblies: [], products: [] }
  for (const item of items) {
    const key = foldText(item.number)
    const is = (type: ItemType) => numbers?.[type as keyof KnownNumbers]?.has(key) ?? false
    const isParent = item.lines !== null
    const isProduct = is('products') && (!is('assemblies') || (isParent && bomTop === 'products'))
    if (isParent) {
      const isNewProduct = !is('assemblies') && !item.isComponent && bomTop === 'products'
      const kind = isProduct || isNewProduct ? 'product' : 'assembly'
      sorted.kinds.set(item, kind)
      sorted[kind === 'product' ? 'products' : 'assemblies'].push(item)
      if (is(kind === 'product' ? 'products' : 'assemblies')) sorted.known.add(item)
    } else {
      const kind = is('parts') ? 'part' : is('assemblies') ? 'assembly' : is('products') ? 'product' : undefined
      sorted.kinds.set(item, kind ?? 'part')
      if (kind) sorted.known.add(item)
      else sorted.parts.push(item)
    }
  }
  return sorted
}

const maxNamed = 20

export const factsOf = ({ parts, assemblies, products, known }: Sorted) => ({
  parents: assemblies.length + products.length,
  unknown: parts.length,
  unknownNumbers: parts.slice(0, maxNamed).map(({ number }) => number),
  tops: [...assemblies, ...products]
    .filter((item) => !item.isComponent && !known.has(item))
    .map(({ number }) => number)
    .slice(0, maxNamed),
})

/** Items without a parent and without components: the item that the file describes is probably missing. */
export function strayWarning(items: BomItem[]): ImportProblem[] {
  const strays = items.filter(({ isComponent, lines }) => !isComponent && lines === null).map(({ number }) => number)
  return strays.length > 0 ? [problem('bom_strays', { items: strays.slice(0, maxNamed) })] : []
}

/**
 * Items that exist keep their names and values, and an item of several rows has those of the first.
 * @param extra the columns that describe new parts, by their places
 */
export function describedWarnings(
  header: string[],
  extra: number[],
  { kinds, known }: Sorted,
  numbers: KnownNumbers | undefined,
): ImportProblem[] {
  const isDescribed = (item: BomItem, place: number) => (item.cells[place] ?? '').trim() !== ''
  const kept = [...known].filter((item) => extra.some((place) => isDescribed(item, place)))
  const columns = extra.flatMap((at) => (kept.some((item) => isDescribed(item, at)) ? [header[at]?.trim() ?? ''] : []))
  const items = kept.map(({ number }) => number)
  const renamed = [...known].flatMap((item) => {
    const name = nameOf(item, kinds.get(item), numbers)
    const isOther = name !== undefined && item.name !== '' && foldText(item.name) !== foldText(name)
    return isOther ? [`${item.number} ('${name}' is '${item.name}' in the file)`] : []
  })
  const differing = [...kinds.keys()].flatMap(({ number, row, differsIn }) =>
    differsIn === undefined ? [] : [`${number} in rows ${row} and ${differsIn}`],
  )
  return [
    ...(renamed.length > 0 ? [problem('bom_names_kept', { items: firstOf(renamed, maxNamed) })] : []),
    ...(items.length > 0 ? [problem('bom_known_kept', { columns, items: firstOf(items, maxNamed) })] : []),
    ...(differing.length > 0 ? [problem('bom_items_differ', { items: firstOf(differing, maxNamed) })] : []),
  ]
}

const nouns = { part: 'parts', assembly: 'assemblies', product: 'products' } as const
const nameOf = ({ number }: BomItem, kind: Kind = 'part', numbers?: KnownNumbers) =>
  numbers?.[nouns[kind]].get(foldText(number))

/** Parts of the company that the file gives components. */
export function twinWarning(
  { assemblies, products, known }: Sorted,
  numbers: KnownNumbers | undefined,
): ImportProblem[] {
  const twins = [...assemblies, ...products].filter(
    (item) => !known.has(item) && numbers?.parts?.has(foldText(item.number)),
  )
  const items = twins.slice(0, maxNamed).map(({ number }) => number)
  return items.length > 0 ? [problem('bom_twins', { items })] : []
}

/** Lines in another unit than that in which the company keeps the part. */
export function unitWarning(items: BomItem[], numbers: KnownNumbers | undefined): ImportProblem[] {
  const lines = items.flatMap(({ lines: own }) =>
    (own ?? []).flatMap(({ child, row, unit, unread }) => {
      const key = foldText(child.number)
      const kept = numbers?.measures.get(key)?.unit ?? each
      // A cell that is no quantity is an error of its row.
      const isOther = unread === undefined && unit !== '' && numbers?.parts.has(key) && unitOf(unit) !== kept
      return isOther ? [`${child.number} in row ${row} (${unit} instead of ${kept})`] : []
    }),
  )
  return lines.length > 0 ? [problem('bom_other_units', { lines: lines.slice(0, maxNamed) })] : []
}
