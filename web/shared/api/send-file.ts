import { ORPCError } from '@orpc/client'

type Sending = {
  address: string
  file: File
  headers: Record<string, string>
  signal: AbortSignal
  /** What could not be done, when the server does not say it itself: 'Failed to import data'. */
  failure: string
  /** @param share of the bytes that have left, from 0 to 1 */
  onProgress: (share: number) => void
}

/**
 * Sends a file as the body of a request. XMLHttpRequest, because fetch tells nothing of how much has been sent.
 * @throws ORPCError with the server's sentence; Error when the answer was lost or the file cannot be read any more
 */
export function sendFile<Answer>({ address, file, headers, signal, failure, onProgress }: Sending): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1)
    request.onload = () => (request.status < 300 ? resolve(request.response) : reject(refusal(request, failure)))
    request.onerror = () => void explain(file).then(reject)
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

function refusal({ status, response }: XMLHttpRequest, failure: string): Error {
  return status < 400 ? new Error(failure) : refusalOf(status, response, failure)
}

/** The error that an answer of the server stands for. @param body what it says, if anything can be read of it */
export function refusalOf(status: number, body: unknown, failure: string): Error {
  const { code = 'INTERNAL', message, data } = (body ?? {}) as { code?: string; message?: string; data?: unknown }
  return new ORPCError(code, { status, message: message ?? failure, data })
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
