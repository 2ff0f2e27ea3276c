// Takes the styles of a workbook, makes how each style shows a number.

import type { Archive } from './archive.ts'
import { readWholeXml } from './xml-events.ts'

/** How a style shows a number: as a day, or with a least number of digits ('00000' shows 42 as 00042). */
export type NumberFormat = { isDate: boolean; digits: number }

const plain: NumberFormat = { isDate: false, digits: 0 }

/** By the index of the style, as cells name it. */
export async function numberFormatsOf(archive: Archive, path: string): Promise<NumberFormat[]> {
  const codes = new Map<number, string>()
  const formats: NumberFormat[] = []
  let isInCells = false
  await readWholeXml(archive.bytesOf(path), {
    open(name, { numFmtId, formatCode = '' }) {
      if (name === 'cellXfs') isInCells = true
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode)
      if (name === 'xf' && isInCells) formats.push(formatOf(Number(numFmtId), codes))
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return formats
}

/** The formats below 50 have no code in the file: 14 to 22 and 45 to 47 show days and times, and so do 27 to 36 in East Asia. */
const isBuiltInDate = (id: number) => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47)

function formatOf(id: number, codes: Map<number, string>): NumberFormat {
  const code = codes.get(id)
  if (code === undefined) return isBuiltInDate(id) ? { isDate: true, digits: 0 } : plain
  if (/^0{2,30}$/.test(code)) return { isDate: false, digits: code.length }
  const signs = code
    .slice(0, 500)
    .replace(/"[^"]{0,100}"|\\.|\[[^[\]]{0,100}\]/g, '')
    .split(';', 1)
  return { isDate: /[dmyh]/i.test(signs[0] ?? ''), digits: 0 }
}
