import { z } from 'zod'

/** The encodings that a text file may have, as the web names them, with the names that people know. */
export const encodingLabels = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big-endian)',
  'windows-1252': 'Western European (Windows-1252)',
  macintosh: 'Western European (Mac)',
  'windows-1250': 'Central European (Windows-1250)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  shift_jis: 'Japanese (Shift-JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  gb18030: 'Chinese (GB 18030)',
  big5: 'Chinese (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
} as const
export type EncodingName = keyof typeof encodingLabels
export const encodingNames = Object.keys(encodingLabels) as [EncodingName, ...EncodingName[]]

/** The characters that may stand between the cells of a text file. */
export const separatorSigns = { comma: ',', semicolon: ';', tab: '\t', bar: '|' } as const
export type SeparatorName = keyof typeof separatorSigns
export const separatorNames = Object.keys(separatorSigns) as [SeparatorName, ...SeparatorName[]]

/** The rows of a file that may hold its header. */
export const openingRows = 30

/**
 * How a file was read. `encoding`, `separator`: of a text file. `sheets`, `sheet`: of a workbook, and the sheet that was read. `headerRow`:
 * as a spreadsheet shows it; null for a file of several sections, which have their own headers. `opening`: the first rows, shortened.
 */
export const ImportFile = z.object({
  format: z.enum(['text', 'workbook']),
  encoding: z.enum(encodingNames).nullable(),
  separator: z.enum(separatorNames).nullable(),
  sheets: z.array(z.object({ name: z.string(), isHidden: z.boolean() })),
  sheet: z.string().nullable(),
  headerRow: z.int().nullable(),
  opening: z.array(z.object({ rowNumber: z.int(), cells: z.array(z.string()) })),
})
export type ImportFile = z.infer<typeof ImportFile>
