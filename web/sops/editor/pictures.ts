import { typeClaimedBy } from 'contract/files/file-types.ts'
import { useEffect, useRef, useState } from 'react'
import { attachOne } from '../../files/public.tsx'
import { messageOf } from '../../shared/api/server-errors.ts'
import { failure } from '../../shared/feedback/toasts.ts'
import type { PutText } from './markdown-editor.tsx'

/** Files of a SOP that is not stored yet, by the name that the text gives them: 'new-1'. */
export type FreshFiles = ReadonlyMap<string, { file: File; url: string }>

/**
 * Takes files that are pasted, dropped or chosen into the text. Files of a stored SOP are uploaded at once; those of a new SOP wait
 * until it is saved.
 * @param sop the stored SOP; undefined for a new one
 */
export function useTextFiles(companyId: string, sop: { id: string } | undefined) {
  const [fresh, setFresh] = useState<FreshFiles>(new Map())
  const serial = useRef(0)
  const urls = useRef<string[]>([])
  useEffect(
    () => () => {
      for (const url of urls.current) URL.revokeObjectURL(url)
    },
    [],
  )

  const keep = (file: File) => {
    const name = `new-${++serial.current}`
    const url = URL.createObjectURL(file)
    urls.current.push(url)
    setFresh((before) => new Map(before).set(name, { file, url }))
    return name
  }

  async function take(files: File[], put: PutText) {
    const pictures = files.filter((file) => typeClaimedBy(nameOf(file)))
    const other = files.find((file) => !pictures.includes(file))
    if (other) failure('Failed to upload files', `${other.name}: files of this kind cannot be attached`)
    const shown = pictures.map((file) => (sop ? `![Uploading ${wordsOf(file)}…]()` : markdownOf(file, keep(file))))
    put(inLines(shown))
    if (!sop) return
    for (const [index, file] of pictures.entries()) {
      try {
        const { id } = await attachOne({ companyId, entityType: 'sop', entityId: sop.id }, withFileName(file))
        shown[index] = markdownOf(file, id)
      } catch (error) {
        failure('Failed to upload files', `${nameOf(file)}: ${messageOf(error)}`)
        shown[index] = ''
      }
      put(inLines(shown))
    }
  }
  return { fresh, take }
}

const inLines = (shown: string[]) => shown.filter(Boolean).join('\n\n')

/** The Markdown of a file. @param id of the stored file, or the name of one that is not stored yet */
function markdownOf(file: File, id: string): string {
  const isPicture = file.type.startsWith('image/')
  return `${isPicture ? '!' : ''}[${wordsOf(file)}](attachment:${id})`
}

const wordsOf = (file: File) =>
  nameOf(file)
    .replace(/\.[^.]+$/, '')
    .replace(/[[\]()*_`<>]/g, ' ')
    .trim()

/** A picture from the clipboard has a meaningless name. */
const nameOf = ({ name, type }: File) => name || `picture.${type.split('/')[1]}`

/** The file with a name by which the server knows its type. */
export const withFileName = (file: File): File =>
  file.name ? file : new File([file], nameOf(file), { type: file.type })
