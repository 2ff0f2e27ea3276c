import type { FileAttachment } from 'contract/files/files.ts'
import { useState } from 'react'
import { FilePreview } from './preview/file-preview.tsx'
import { useShownLink } from './shown-link.ts'
import classes from './stored-picture.module.css'

/** A picture within a text. It opens as large as the screen allows. */
export function StoredPicture({ file, alt }: { file: FileAttachment; alt: string }) {
  const url = useShownLink(file)
  const [isOpen, setIsOpen] = useState(false)
  const [failed, setFailed] = useState('')
  if (url && failed === url) return <em>{alt || file.name} (the picture cannot be shown)</em>
  return (
    <>
      <button
        type="button"
        className={`block w-full h-full ${classes.picture}`}
        aria-label={`Show ${alt || file.name}`}
        onClick={() => setIsOpen(true)}
      >
        {url && <img src={url} alt={alt} loading="lazy" decoding="async" onError={() => setFailed(url)} />}
      </button>
      {isOpen && <FilePreview file={file} onClose={() => setIsOpen(false)} />}
    </>
  )
}
