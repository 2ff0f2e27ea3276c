import { ORPCError } from '@orpc/client'
import type { ColumnMapping, ImportPreview, ImportType } from 'contract/inventory/imports.ts'

type CsvUpload = {
  companyId: string
  file: File
  type: ImportType
  mapping?: ColumnMapping | undefined
  signal: AbortSignal
  /** @param share of the bytes that have left, from 0 to 1 */
  onProgress: (share: number) => void
}

/**
 * Sends a file to be previewed. XMLHttpRequest, because fetch tells nothing of how much has been sent.
 * @throws ORPCError with the server's sentence; Error when the answer was lost or the file cannot be read any more
 */
export function uploadCsv({ file, signal, onProgress, ...target }: CsvUpload): Promise<ImportPreview> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', addressOf(file, target))
    request.setRequestHeader('content-type', 'text/csv')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1)
    request.onload = () => (request.status < 300 ? resolve(request.response) : reject(refusal(request)))
    request.onerror = () => void explain(file).then(reject)
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

/** A header line may be 16 KB long: columns that feed nothing are then left out of the mapping. */
const longestMapping = 8_000

function addressOf({ name }: File, { companyId, type, mapping }: Pick<CsvUpload, 'companyId' | 'type' | 'mapping'>) {
  const query = new URLSearchParams({ type })
  // A file of type text/csv may have any name (spec.md 5); the server goes by the name when it is told one.
  if (/\.csv$/i.test(name)) query.set('fileName', name.slice(-300))
  if (mapping) {
    const whole = JSON.stringify(mapping)
    const feeding = () => JSON.stringify(Object.fromEntries(Object.entries(mapping).filter(([, to]) => to.length > 0)))
    query.set('mapping', encodeURIComponent(whole).length > longestMapping ? feeding() : whole)
  }
  return `/api/companies/${companyId}/imports?${query}`
}

function refusal({ status, response }: XMLHttpRequest): Error {
  const { code = 'INTERNAL', message, data } = (response ?? {}) as { code?: string; message?: string; data?: unknown }
  if (status < 400) return new Error('Failed to import data')
  return new ORPCError(code, { status, message: message ?? 'Failed to import data', data })
}

/** A file that was changed or moved since it was chosen looks like a lost connection to the browser. */
const explain = (file: File): Promise<Error> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => new TypeError('The connection was lost'),
      () => new FileChanged('The file has changed since it was chosen. Please choose it again.'),
    )

export class FileChanged extends Error {
  override name = 'FileChanged'
}
