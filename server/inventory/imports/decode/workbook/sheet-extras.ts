// Takes the parts of a sheet beside its cells, finds notes, pictures and boxes of text.

import type { Archive } from './archive.ts'
import { cellIn, type SheetFindings } from './sheet-rows.ts'
import { maxTallCells } from './workbook-limits.ts'
import { readWholeXml } from './xml-events.ts'

/** The cells that have a note or a comment. */
export const findNotes = (archive: Archive, path: string, { notes }: SheetFindings): Promise<void> =>
  readWholeXml(archive.bytesOf(path), {
    open(name, { ref }) {
      if (name === 'comment' && notes.length < maxTallCells) notes.push(...cellIn(ref))
    },
  })

/** The rows at which pictures and boxes of text begin. */
export function findPictures(archive: Archive, path: string, { pictures }: SheetFindings): Promise<void> {
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
