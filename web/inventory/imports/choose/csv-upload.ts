import type { ColumnMapping, ImportChoices } from 'contract/inventory/import-choices.ts'
import { type ImportPreview, type ImportType, importExtensions } from 'contract/inventory/imports.ts'
import { sendFile } from '../../../shared/api/send-file.ts'

type CsvUpload = {
  companyId: string
  file: File
  type: ImportType
  mapping?: ColumnMapping | undefined
  choices?: ImportChoices | undefined
  /** before there are choices: the item of a bill of materials */
  bomOf?: string | null | undefined
  signal: AbortSignal
  /** @param share of the bytes that were sent, from 0 to 1 */
  onProgress: (share: number) => void
}

/** Sends a file to be previewed. @throws what sendFile throws */
export const uploadCsv = ({ file, signal, onProgress, ...target }: CsvUpload): Promise<ImportPreview> =>
  sendFile({
    noun: 'imports',
    address: addressOf(file, target),
    file,
    headers: { 'content-type': 'text/csv' },
    signal,
    failure: 'Failed to import data',
    onProgress,
  })

/** The mapping is sent in the URL, whose length is limited: a longer mapping leaves out the columns that feed nothing. */
const longestMapping = 8_000

type Target = Pick<CsvUpload, 'companyId' | 'type' | 'mapping' | 'choices' | 'bomOf'>

function addressOf({ name }: File, { companyId, type, mapping, choices, bomOf }: Target) {
  const query = new URLSearchParams({ type })
  // A file of type text/csv may have any name (product.md 5). The server checks only the names that it gets.
  if (importExtensions.some((ending) => name.toLowerCase().endsWith(ending))) query.set('fileName', name.slice(-300))
  if (mapping) {
    const whole = JSON.stringify(mapping)
    const feeding = () => JSON.stringify(Object.fromEntries(Object.entries(mapping).filter(([, to]) => to.length > 0)))
    query.set('mapping', encodeURIComponent(whole).length > longestMapping ? feeding() : whole)
  }
  if (!choices && type === 'bom' && bomOf) query.set('bomOf', bomOf)
  // The preview asks; a new company has none of its vendors yet.
  if (!choices) query.set('suppliers', 'create')
  if (choices) {
    const { decimals, fileDecimals, inDollars, asShown, withoutUnits, ...words } = choices
    // An empty list is an answer too: without one, that for the last file counts.
    for (const [key, headers] of Object.entries({ inDollars, asShown, withoutUnits }))
      query.set(key, JSON.stringify(headers))
    for (const [key, word] of Object.entries(words)) if (word !== null) query.set(key, String(word))
    const marks = fileDecimals ?? (Object.keys(decimals).length > 0 && JSON.stringify(decimals))
    if (marks) query.set('decimals', marks)
  }
  return `/api/companies/${companyId}/imports?${query}`
}
