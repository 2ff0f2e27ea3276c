/** The thread script that gives hostile texts to every function that takes a text (hostile-texts.test.ts). */
import { parseInteger, parseMoney } from 'contract/amounts.ts'
import { calculate } from 'contract/calculation.ts'
import { currencyInHeader } from 'contract/currency-in-header.ts'
import { currencyOf, decimalsShown } from 'contract/decimals.ts'
import { readEmail } from 'contract/identity/email.ts'
import { clean, onOneLine } from 'contract/text.ts'
import { cleanFileName } from '../../files/transfer/upload.ts'
import { safeReturnTo } from '../../identity/sign-in/return-to.ts'
import { fileNameOf } from '../../inventory/bom/bom-files.ts'
import { delimiterOf } from '../../inventory/imports/decode/delimiter.ts'
import { normalHeader } from '../../inventory/imports/mapped/columns/header-names.ts'
import { importFields } from '../../inventory/imports/mapped/import-fields.ts'
import { parseCell } from '../../inventory/imports/mapped/values.ts'
import { sectionTitle } from '../../inventory/imports/rows/section-title.ts'
import { procedures } from '../../platform/http/procedures.ts'
import {
  escapeFormula,
  guardedText,
  hasApostrophe,
  isErrorValue,
  unescapeFormula,
} from '../../platform/spreadsheet/formula.ts'
import { importableText, xlsxText } from '../../platform/spreadsheet/xlsx-text.ts'
import { serveJobs } from '../../platform/threads/thread-jobs.ts'
import { inputsWith } from './inputs-with.ts'

/** `list` names every function that takes texts; `ask` gives it texts of that many characters and returns how many it gave. */
export type HostileJob = { list: true } | { ask: string; length: number }

const functions: Record<string, (text: string) => unknown> = {
  ...{ parseMoney, parseInteger, calculate, decimalsShown, readEmail, clean, onOneLine, cleanFileName, safeReturnTo },
  ...{ escapeFormula, unescapeFormula, guardedText, hasApostrophe, isErrorValue, importableText, xlsxText },
  ...{ normalHeader, delimiterOf, currencyOf, currencyInHeader },
  fileNameOf: (text) => fileNameOf(text, 'tree'),
  sectionTitle: (text) => sectionTitle({ rowNumber: 1, cells: [`#${text}`], isQuoted: false }),
}

const takers = new Map<string, (text: string) => unknown>(Object.entries(functions))
for (const [type, fields] of Object.entries(importFields))
  for (const field of fields) takers.set(`cell ${type}.${field.field}`, (text) => parseCell(field, field.label, text))
// Hundreds of fields are ids, pages or directions of a sort: what reads them is the same, so one of them stands for all.
const readings = new Set<string>()
for (const { name, input: schema } of procedures) {
  if (!schema) continue
  for (const [path, inputWith, reading] of inputsWith(schema)) {
    if (readings.has(reading)) continue
    readings.add(reading)
    takers.set(`input ${name} ${path}`, (text) => schema.safeParse(inputWith(text)))
  }
}

/** Texts that make patterns slow: long runs, runs before a wrong end, and pieces that can be split in many ways. */
const pieces: [begin: string, repeated: string, end: string][] = [
  ...['9', '0', ' ', '\t', '\n', 'a', '.', ',', '-', '"', '#', '(', '/', ':', '@', '\u200b', '\ud800', '😀'].flatMap(
    (one): [string, string, string][] => [
      ['', one, ''],
      ['x', one, 'x'],
    ],
  ),
  ...[
    ['1', ' ', '!'],
    ['1.', '0', 'x'],
    ['#', ' ', 'x'],
    ['#', ' ', ',x'],
    ['#', ' ;', 'x'],
    ['1', '0', '.x'],
    ['a@', 'a.', '@'],
    ['a@', 'a', ' '],
    ['http://', 'a.', '@'],
  ],
  ...[
    ['1', ',000', 'x'],
    ['1', ' 000', 'x'],
    ['', '1+', ''],
    ['', '1x', ''],
    ['', '-(', ''],
    ['#', ';\t', 'x'],
  ],
  ...[
    ['[', '[],', ''],
    ['', '[', ''],
    ['', '{"a":', ''],
    ['"', '""', 'x'],
    ['/a', '/a', '!'],
    ['2026-01-01T', '0', 'Z'],
  ],
] as [string, string, string][]

const textsOf = (length: number) =>
  pieces.map(([begin, repeated, end]) => begin + repeated.repeat(Math.ceil(length / repeated.length)) + end)

const textsByLength = new Map<number, string[]>()

serveJobs<HostileJob>(async (job) => {
  if ('list' in job) return [...takers.keys()]
  const texts = textsByLength.get(job.length) ?? textsOf(job.length)
  textsByLength.set(job.length, texts)
  for (const text of texts) takers.get(job.ask)?.(text)
  return texts.length
})
