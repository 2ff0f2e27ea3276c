// Takes the rows of parents, finds items with several lists of components: revisions, alternatives, plants. The lines of all count.

import { normalHeader } from '../columns/header-names.ts'

/** A column that tells the lists of one item apart, wherever it stands: 'BOM Revision', 'Alternative BOM', 'Plant'. */
export const isListName = (header: string): boolean =>
  /^revisionnum$|^(?:bom|parent|assembly|product)(?:rev|revision|version)$|^(?:(?:bom|bill)(?:id|no|nr|num|number|name|code)?|alt(?:ernative)?bom|bomalternative|stückliste(?:n?nr|nnummer)?|alternativestückliste|stücklistenalternative|plant|werk)$/.test(
    normalHeader(header),
  )

/** 'Revision' is that of the item beside which it stands: of a parent or of a component. */
export const isRevision = (header: string): boolean =>
  /^(?:rev(?:ision)?(?:s?stand|level|no|nr|num|number|code|id|index)?|version(?:no|nr|number)?|index|stand|issue|edition|änderungs(?:stand|index|nr|nummer)|zeichnungsindex|ausgabe|révision|indice(?:derévision)?|índice|revisión|versión|revisione|versione|revisão|versão|revisie|versie|rewizja|wersja|revize|verze|ревизия|версия|リビジョン|版|版本)$/.test(
    normalHeader(header),
  )

/** `list`: how the columns name the list; lists without a name are told apart by the rows where they begin. */
type ListRow = { parent: string; list: string; row: number }

export class ParentLists {
  readonly #lists = new Map<string, Map<string, number>>()

  add({ parent, list, row }: ListRow): void {
    const lists = this.#lists.get(parent) ?? new Map<string, number>()
    this.#lists.set(parent, lists)
    const name = list || String(row)
    if (!lists.has(name)) lists.set(name, row)
  }

  /** 'DESK (A, B)', 'DESK (rows 2, 5)' */
  several(): string[] {
    return [...this.#lists].flatMap(([parent, lists]) => {
      if (lists.size < 2) return []
      const names = [...lists.keys()]
      const isByRow = [...lists].every(([name, row]) => name === String(row))
      return [`${parent} (${isByRow ? 'rows ' : ''}${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''})`]
    })
  }
}

/** Revisions that stand behind the components: in blocks of several lines they are those of the parent, else those of the components. */
export class RevisionBlocks {
  readonly #blocks = new Map<string, { revision: string; lines: number }[]>()

  add(parent: string, revision: string): void {
    const blocks = this.#blocks.get(parent) ?? []
    this.#blocks.set(parent, blocks)
    const last = blocks.at(-1)
    if (last?.revision === revision) last.lines += 1
    else blocks.push({ revision, lines: 1 })
  }

  several(): string[] {
    return [...this.#blocks].flatMap(([parent, blocks]) => {
      const names = new Set(blocks.map(({ revision }) => revision))
      const areBlocks = names.size > 1 && names.size === blocks.length && blocks.every(({ lines }) => lines > 1)
      return areBlocks ? [`${parent} (${[...names].slice(0, 5).join(', ')})`] : []
    })
  }
}

type Lines = { child: unknown; quantity: number }[]

export function isSameList(one: Lines, other: Lines): boolean {
  const counts = new Map(one.map(({ child, quantity }) => [child, quantity]))
  return one.length === other.length && other.every(({ child, quantity }) => counts.get(child) === quantity)
}

/** The number and the name of 'Corner Desk' as Odoo shows it: '[FURN-1] Corner Desk'. Any other text is a number. */
export function numberAndName(cell: string): { number: string; name: string } {
  const [, number = cell, name = ''] = bracketed.exec(cell) ?? []
  return { number, name }
}
const bracketed = /^\[([^[\]]{1,100})\] +(\S.*)$/s

/** Whether most texts have a number in brackets before a name. */
export const haveBrackets = (texts: string[]): boolean =>
  texts.filter((text) => bracketed.test(text)).length * 2 > texts.length

/** A row with no item above it. */
export type TopLine = {
  item: { number: string; isComponent: boolean; lines: unknown[] | null }
  row: number
  quantity: string
  depth: number
}

/** Top rows whose quantities count nowhere; several of level 0 may be lists of their own, and an item in no list has a warning of its own. */
export const lostTopLines = (tops: TopLine[]): string[] =>
  tops.flatMap(({ item, row, quantity, depth }) => {
    const isOne = /^(?:1(?:[.,]0*)?|[-–—]?)$/.test(quantity)
    const isLost = item.isComponent || (item.lines !== null && (!isOne || (tops.length > 1 && depth > 0)))
    return isLost ? [`${item.number} in row ${row}${quantity && ` (${quantity.slice(0, 40)})`}`] : []
  })
