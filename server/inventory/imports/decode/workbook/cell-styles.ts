// Takes the styles of a workbook, makes what each style says about a cell.

import { refusal } from '../../import-file-error.ts'
import type { Archive } from './archive.ts'
import { formatById, general, type NumberFormat } from './number-formats.ts'
import { maxStyles } from './workbook-limits.ts'
import { readWholeXml } from './xml-events.ts'

/** `indent`: in steps, from the left. `colour`: of the cell and of its letters, the same text for the same colours; '' for none. */
export type CellStyle = { format: NumberFormat; isStruck: boolean; indent: number; colour: string }

/** The style of a cell that names none. */
export const plainStyle: CellStyle = { format: general, isStruck: false, indent: 0, colour: '' }

type Attributes = Record<string, string>
type Font = { isStruck: boolean; colour: string }

/** Whether an element like <strike/> or <strike val="0"/> is on. */
export const isOn = ({ val = '1' }: Attributes): boolean => val !== '0' && val !== 'false'

/** By the index of the style, as cells name it. */
export async function cellStylesOf(archive: Archive, path: string): Promise<CellStyle[]> {
  const codes = new Map<number, string>()
  const formats = new Map<number, NumberFormat>()
  const fonts: Font[] = []
  const fills: string[] = []
  const styles: CellStyle[] = []
  let list = ''
  const formatOf = (id: number) => {
    const format = formats.get(id) ?? formatById(id, codes)
    formats.set(id, format)
    return format
  }
  const handlers: Record<string, (name: string, attributes: Attributes) => void> = {
    numFmts: (name, { numFmtId, formatCode = '' }) => {
      if (name === 'numFmt' && codes.size < maxStyles) codes.set(Number(numFmtId), formatCode)
    },
    fonts: (name, attributes) => {
      if (name === 'font') add(fonts, { isStruck: false, colour: '' })
      const font = fonts.at(-1)
      if (font && name === 'strike') font.isStruck = isOn(attributes)
      if (font && name === 'color') font.colour = letterColour(attributes)
    },
    fills: (name, attributes) => {
      if (name === 'fill') add(fills, '')
      if (name === 'fgColor') fills[fills.length - 1] = colourOf(attributes)
    },
    cellXfs: (name, { numFmtId, fontId, fillId, horizontal, indent }) => {
      const font = fonts[Number(fontId)]
      const colour = `${fills[Number(fillId)] ?? ''}${font?.colour ?? ''}`
      if (name === 'xf')
        add(styles, { format: formatOf(Number(numFmtId)), isStruck: font?.isStruck ?? false, indent: 0, colour })
      const style = styles.at(-1)
      if (style && name === 'alignment' && horizontal !== 'right' && horizontal !== 'center')
        style.indent = Math.min(Number(indent) || 0, deepest)
    },
  }
  await readWholeXml(archive.bytesOf(path), {
    open(name, attributes) {
      handlers[list]?.(name, attributes)
      if (Object.hasOwn(handlers, name)) list = name
    },
    close(name) {
      if (name === list) list = ''
    },
  })
  return styles
}

const deepest = 20

function add<T>(list: T[], one: T): void {
  if (list.push(one) > maxStyles) throw refusal('workbook_too_complex', {})
}

/** White is no colour: it is that of the sheet. */
function colourOf({ rgb = '', theme = '', indexed = '', tint = '' }: Attributes): string {
  const isWhite = /^(?:FF|00)?F{6}$/i.test(rgb) || (theme === '0' && tint === '')
  return isWhite ? '' : [rgb, theme, indexed, tint].join(' ').trim().slice(0, 40)
}

/** Themes give letters their usual colours, those of links among them. */
const letterColour = ({ rgb = '' }: Attributes) => (/^(?:FF)?0{6}$/i.test(rgb) ? '' : rgb.slice(0, 8))
