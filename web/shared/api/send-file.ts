import { ORPCError } from '@orpc/client'
import { changedHeader } from 'contract/live.ts'
import { tellOwnChange } from '../live/own-changes.ts'
import { ofPerson, renewSession } from './renewal.ts'
import { statusOf } from './server-errors.ts'

type Sending = {
  /** The noun of the contract that takes the file. */
  noun: 'files' | 'imports'
  address: string
  file: File
  headers: Record<string, string>
  signal: AbortSignal
  /** The message when the server sends none: 'Failed to import data'. */
  failure: string
  /** @param share of the bytes that were sent, from 0 to 1 */
  onProgress: (share: number) => void
}

/**
 * Sends a file as the body of a request; when the session had ended and was renewed, sends it once more.
 * @throws ORPCError with the server's sentence; Error when the answer was lost or the file can no longer be read
 */
export async function sendFile<Answer>(sending: Sending): Promise<Answer> {
  try {
    return await sendOnce<Answer>(sending)
  } catch (error) {
    if (statusOf(error) !== 401 || !(await renewSession(true))) throw error
    return sendOnce<Answer>(sending)
  }
}

/** By XMLHttpRequest, because fetch does not report upload progress. */
function sendOnce<Answer>({ noun, address, file, headers, signal, failure, onProgress }: Sending): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    for (const [name, value] of Object.entries({ ...headers, ...ofPerson() })) request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1)
    request.onload = () => {
      if (request.status >= 300) return reject(refusal(request, failure))
      resolve(request.response)
      tellOwnChange(noun, request.getResponseHeader(changedHeader))
    }
    request.onerror = () => void explain(file).then(reject)
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

function refusal({ status, response }: XMLHttpRequest, failure: string): Error {
  return status < 400 ? new Error(failure) : refusalOf(status, response, failure)
}

/** Turns an answer of the server into an error. @param body the parsed answer, if it could be parsed */
export function refusalOf(status: number, body: unknown, failure: string): Error {
  const { code = 'INTERNAL', message, data } = (body ?? {}) as { code?: string; message?: string; data?: unknown }
  return new ORPCError(code, { status, message: message || failure, data })
}

/** Tells a changed file from a lost connection: the browser reports the same error if the file was changed or moved after it was chosen. */
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
