import { refusal } from '../../import-file-error.ts'
import { refuseOtherArchives } from '../other-files.ts'
import { type Archive, openArchive } from './archive.ts'
import { cellStylesOf } from './cell-styles.ts'
import { noTexts, sharedTextsOf } from './shared-texts.ts'
import { cellIn, nothingFound, type SheetFindings, type SheetRow, sheetRows } from './sheet-rows.ts'
import { maxSheets, maxTallCells } from './workbook-limits.ts'
import { readWholeXml } from './xml-events.ts'

// Takes an XLSX file, makes the list of its sheets and the rows of one of them.

export type SheetName = { name: string; isHidden: boolean }
type Sheet = SheetName & { path: string }
type Workbook = { sheets: Sheet[]; isSince1904: boolean; texts: string; styles: string }

/** The sheets of a workbook, in its order. @throws ImportFileError when it cannot be read or has none */
export async function sheetsOf(path: string): Promise<SheetName[]> {
  const archive = await openArchive(path)
  try {
    const { sheets } = await workbookOf(archive)
    return sheets.map(({ name, isHidden }) => ({ name, isHidden }))
  } finally {
    archive.close()
  }
}

/** The rows of a sheet, in groups, without empty rows. @param found is complete at the end. @throws ImportFileError when it cannot be read, or there is no such sheet */
export async function* rowsOfSheet(
  path: string,
  sheet: string,
  found: SheetFindings = nothingFound(),
): AsyncGenerator<SheetRow[]> {
  const archive = await openArchive(path)
  try {
    const { sheets, isSince1904, texts, styles } = await workbookOf(archive)
    const named = sheets.find(({ name }) => name === sheet)
    if (!named) throw refusal('no_such_sheet', { sheet, sheets: sheets.map(({ name }) => name) })
    // A workbook with only numbers may lack either.
    const shared = archive.has(texts) ? await sharedTextsOf(archive, texts) : noTexts
    const context = {
      shared,
      styles: archive.has(styles) ? await cellStylesOf(archive, styles) : [],
      isSince1904,
      found,
    }
    yield* sheetRows(archive.bytesOf(named.path), context)
    for (const { kind, path: part } of await relationsOf(archive, named.path)) {
      if (kind === 'comments') await findNotes(archive, part, found)
      if (kind === 'drawing') await findPictures(archive, part, found)
    }
  } finally {
    archive.close()
  }
}

const relationOf = (type: string) => type.slice(type.lastIndexOf('/') + 1)

/** Sheets, texts, styles, pictures, links to other files. */
const maxRelations = 20_000

type Relation = { id: string; kind: string; path: string }

/** The parts that a part refers to. Targets outside the file are never opened. */
async function relationsOf(archive: Archive, part: string): Promise<Relation[]> {
  const at = part.lastIndexOf('/') + 1
  const folder = part.slice(0, at)
  const path = `${folder}_rels/${part.slice(at)}.rels`
  const relations: Relation[] = []
  if (!archive.has(path)) return relations
  await readWholeXml(archive.bytesOf(path), {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      if (name !== 'Relationship' || TargetMode === 'External') return
      if (relations.length === maxRelations) throw refusal('workbook_too_complex', {})
      relations.push({ id: Id, kind: relationOf(Type), path: pathOf(folder, Target) })
    },
  })
  return relations
}

/** A target is relative to the folder of its part, or begins with '/' at the top. @returns '' for a target that is not a path */
function pathOf(folder: string, target: string): string {
  try {
    const { pathname } = new URL(target, `file:///${folder}`)
    return decodeURIComponent(pathname.slice(1))
  } catch {
    return ''
  }
}

async function workbookOf(archive: Archive): Promise<Workbook> {
  refuseOtherArchives(archive)
  const top = await relationsOf(archive, '')
  const part = top.find(({ kind }) => kind === 'officeDocument')?.path
  if (!part || !archive.has(part)) throw refusal('no_workbook', {})
  const relations = await relationsOf(archive, part)
  const worksheets = new Map(relations.flatMap(({ id, kind, path }) => (kind === 'worksheet' ? [[id, path]] : [])))
  const sheets: Sheet[] = []
  let isSince1904 = false
  await readWholeXml(archive.bytesOf(part), {
    open(name, attributes) {
      if (name === 'workbookPr') isSince1904 = ['1', 'true'].includes(attributes.date1904 ?? '')
      if (name !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
      const found = worksheets.get(id ?? '')
      if (!found) return
      if (sheets.length === maxSheets) throw refusal('too_many_sheets', { max: maxSheets })
      sheets.push({
        name: attributes.name ?? '',
        isHidden: (attributes.state ?? 'visible') !== 'visible',
        path: found,
      })
    },
  })
  if (sheets.length === 0) throw refusal('no_workbook', {})
  const pathOfKind = (kind: string) => relations.find((relation) => relation.kind === kind)?.path ?? ''
  return { sheets, isSince1904, texts: pathOfKind('sharedStrings'), styles: pathOfKind('styles') }
}

// Takes the parts of a sheet beside its cells, finds notes, pictures and boxes of text.

/** The cells that have a note or a comment. */
const findNotes = (archive: Archive, path: string, { notes }: SheetFindings): Promise<void> =>
  readWholeXml(archive.bytesOf(path), {
    open(name, { ref }) {
      if (name === 'comment' && notes.length < maxTallCells) notes.push(...cellIn(ref))
    },
  })

/** The rows at which pictures and boxes of text begin. */
function findPictures(archive: Archive, path: string, { pictures }: SheetFindings): Promise<void> {
  let isFrom = false
  let isRow = false
  let row = 0
  return readWholeXml(archive.bytesOf(path), {
    open(name) {
      if (name === 'from') isFrom = true
      if (name === 'row') isRow = isFrom
      if ((name === 'pic' || name === 'sp') && pictures.length < maxTallCells) pictures.push(row + 1)
    },
    text(text) {
      if (isRow) row = Number(text) || 0
    },
    close(name) {
      if (name === 'from') isFrom = false
      if (name === 'row') isRow = false
    },
  })
}
