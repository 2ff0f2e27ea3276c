import type { FileAttachment } from 'contract/files/files.ts'
import { client } from '../shared/api/api.ts'
import { keepFile } from '../shared/api/fetch-file.ts'
import { refusalOf } from '../shared/api/send-file.ts'
import { success } from '../shared/feedback/toasts.ts'

/**
 * Saves a file. Fetches the file first and then hands it to the browser: otherwise a failure could not be noticed.
 * @throws ORPCError with the server's sentence
 */
export async function download(companyId: string, { id, name }: FileAttachment): Promise<void> {
  const { url } = await client.files.sign({ companyId, id, disposition: 'attachment' })
  const answer = await fetch(url)
  if (!answer.ok) throw refusalOf(answer.status, await answer.json().catch(() => null), 'Failed to download file')
  keepFile(await answer.blob(), name)
  success(`Downloaded ${name}`)
}
