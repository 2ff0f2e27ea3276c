import { Loader, Modal } from '@mantine/core'
import type { FileAttachment } from 'contract/files/files.ts'
import { useState } from 'react'
import { useDialog } from '../shared/form/dialog.ts'
import { usePictureLink } from './picture-link.ts'
import classes from './picture-preview.module.css'

/** A picture as large as the screen allows. */
export function PicturePreview({ file, onClose }: { file: FileAttachment; onClose: () => void }) {
  const url = usePictureLink(file)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  return (
    <Modal opened onClose={onClose} title={file.name} size="auto" centered zIndex={300} {...useDialog()}>
      <div className={classes.frame} data-state={state}>
        {state === 'loading' && <Loader size="sm" aria-label="Loading" />}
        {state === 'failed' && <p role="alert">The picture cannot be shown.</p>}
        {url && state !== 'failed' && (
          <img src={url} alt={file.name} onLoad={() => setState('shown')} onError={() => setState('failed')} />
        )}
      </div>
    </Modal>
  )
}
