import type { FileAttachment } from 'contract/files/files.ts'
import { useState } from 'react'
import { useShownLink } from '../shown-link.ts'
import classes from './stored-video.module.css'

/** A video of a record. The browser fetches only the parts that it plays. */
export function StoredVideo({ file }: { file: FileAttachment }) {
  const url = useShownLink(file)
  const [failed, setFailed] = useState('')
  if (url && failed === url) return <p role="alert">{file.name} cannot be played here: download it.</p>
  return (
    // A recording of a shop floor has no captions.
    // biome-ignore lint/a11y/useMediaCaption: see above
    <video
      className={`block w-full rounded-md ${classes.video}`}
      src={url}
      controls
      playsInline
      preload="metadata"
      aria-label={file.name}
      onError={() => setFailed(url ?? '')}
    />
  )
}
