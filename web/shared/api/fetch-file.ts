import { ofPerson, renewSession } from './renewal.ts'
import { messageOf } from './server-errors.ts'

/**
 * Fetches a file and lets the browser save it. A link alone could not report a failure.
 * @param name the name of the saved file
 * @throws with the sentence of the server
 */
export async function fetchFile(path: string, name: string): Promise<void> {
  const first = await ask(path)
  const answer = first.status === 401 && (await renewSession(true)) ? await ask(path) : first
  if (!answer.ok) {
    const { message } = (await answer.json().catch(() => ({}))) as { message?: string }
    throw new Error(message ?? '')
  }
  keepFile(await answer.blob(), name)
}

/** The browser's own words for a lost connection ('Failed to fetch') help nobody. */
const ask = (path: string) =>
  fetch(path, { headers: ofPerson() }).catch((error) => {
    throw new Error(navigator.onLine ? messageOf(error) : 'You are offline.')
  })

/** Lets the browser save a file. @param name the name of the saved file */
export function keepFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Revoke it later: the browser still has to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
