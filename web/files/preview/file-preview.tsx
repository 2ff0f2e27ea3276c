import { Loader, Modal } from '@mantine/core'
import type { FileAttachment } from 'contract/files/files.ts'
import { Suspense, useState } from 'react'
import { useDialog } from '../../shared/form/dialog.ts'
import { lazy } from '../../shared/page/code.ts'
import { useShownLink } from '../shown-link.ts'
import classes from './file-preview.module.css'
import { StoredVideo } from './stored-video.tsx'

const PdfPages = lazy(() => import('./pdf-pages.tsx'))

/** Whether a file can be looked at without downloading it. */
export const hasPreview = ({ isImage, type }: FileAttachment): boolean =>
  isImage || type === 'video/mp4' || type === 'application/pdf'

/** A picture, a video or a PDF, as large as the screen allows. */
export const FilePreview = ({ file, onClose }: { file: FileAttachment; onClose: () => void }) => (
  <Modal opened onClose={onClose} title={file.name} size="auto" centered zIndex={300} {...useDialog()}>
    {file.type === 'application/pdf' ? (
      <Suspense fallback={<Loader size="sm" aria-label="Loading" />}>
        <PdfPages file={file} />
      </Suspense>
    ) : file.isImage ? (
      <Picture file={file} />
    ) : (
      <StoredVideo file={file} />
    )}
  </Modal>
)

function Picture({ file }: { file: FileAttachment }) {
  const url = useShownLink(file)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  return (
    <div className={`grid place-items-center ${classes.frame}`} data-state={state}>
      {state === 'loading' && <Loader size="sm" aria-label="Loading" />}
      {state === 'failed' && <p role="alert">The picture cannot be shown.</p>}
      {url && state !== 'failed' && (
        <img src={url} alt={file.name} onLoad={() => setState('shown')} onError={() => setState('failed')} />
      )}
    </div>
  )
}
