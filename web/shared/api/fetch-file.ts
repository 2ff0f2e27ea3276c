import { sendAsPerson } from './api.ts'
import { answerOfJob } from './kept-jobs.ts'
import { messageOf } from './server-errors.ts'

/**
 * Fetches a file and lets the browser save it. A link alone could not report a failure. A large export is made by a job, whose file follows.
 * @param name the name of the saved file
 * @throws with the sentence of the server
 */
export async function fetchFile(path: string, name: string): Promise<void> {
  const sent = await ask(path)
  const job = sent.status === 202 && sent.headers.get('location')
  const answer = job ? await ask((await read<{ url: string }>(await answerOfJob(job, sendAsPerson))).url) : sent
  if (!answer.ok) await read(answer)
  keepFile(await answer.blob(), name)
}

/** @throws with the sentence of a refusal */
async function read<Body>(answer: Response): Promise<Body> {
  const body = await answer.json().catch(() => ({}))
  if (!answer.ok) throw Object.assign(new Error(body.message ?? ''), { code: body.code })
  return body
}

/** The browser's own words for a lost connection ('Failed to fetch') help nobody. */
const ask = (path: string) =>
  sendAsPerson(path).catch((error) => {
    throw new Error(messageOf(error))
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
