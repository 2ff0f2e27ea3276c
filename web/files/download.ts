import type { FileAttachment } from 'contract/files/files.ts'
import { client } from '../shared/api/api.ts'
import { refusalOf } from '../shared/api/send-file.ts'
import { success } from '../shared/feedback/toasts.ts'

/**
 * Saves a file. Fetched first and then handed to the browser: only so it is known whether it has come.
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
  // Not at once: the browser has yet to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
  success(`Downloaded ${name}`)
}
