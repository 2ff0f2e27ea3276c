import { client } from '../shared/api/api.ts'
import { failedTo } from '../shared/feedback/toasts.ts'
import { type Target, upload } from './uploads.ts'

/** Attaches the files of one record to another one too; reports files that could not be copied. */
export async function copyFiles(from: Target, to: Target): Promise<void> {
  try {
    const { items } = await client.files.list(from)
    const files = await Promise.all(
      items.map(async ({ companyId, id, name, type }) => {
        const { url } = await client.files.sign({ companyId, id })
        const answer = await fetch(url)
        if (!answer.ok) throw new Error(`${name} could not be read`)
        return new File([await answer.blob()], name, { type })
      }),
    )
    await upload(to, files, [])
  } catch (error) {
    failedTo('copy the files')(error)
  }
}
