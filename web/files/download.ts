import type { FileAttachment } from 'contract/files/files.ts'
import { client } from '../shared/api/api.ts'
import { refusalOf } from '../shared/api/send-file.ts'
import { success } from '../shared/feedback/toasts.ts'

/**
 * Saves a file. Fetches it first and then hands it to the browser: otherwise we could not know whether it arrived.
 * @throws ORPCError with the server's sentence
 */
export async function download(companyId: string, { id, name }: FileAttachment): Promise<void> {
  const { url } = await client.files.sign({ companyId, id, disposition: 'attachment' })
  const answer = await fetch(url)
  if (!answer.ok) throw refusalOf(answer.status, await answer.json().catch(() => null), 'Failed to download file')
  const address = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Revoke it later: the browser still has to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
  success(`Downloaded ${name}`)
}
