import { ActionIcon, Button, FileButton, Textarea } from '@mantine/core'
import { IconCamera, IconCloudOff, IconNote, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { FileAttachment } from 'contract/files/files.ts'
import { type RefObject, useRef, useState } from 'react'
import { Pictures, usePictureOf } from '../../files/public.tsx'
import { client } from '../../shared/api/api.ts'
import { failedTo } from '../../shared/feedback/toasts.ts'
import { useCompanyId } from '../../shared/session/session.ts'
import classes from './run-step.module.css'
import type { WaitingPhoto } from './waiting-photos.ts'
import { problemOf } from './waiting-steps.ts'

type RunStepProps = {
  step: number
  note: string
  /** The photos that are stored, and those that wait in this browser. */
  stored: FileAttachment[]
  waiting: WaitingPhoto[]
  onRemoveWaiting: (key: string) => void
  /** Missing when the run is over, or belongs to somebody else. */
  edit?: { onNote: (text: string) => void; onNoteEnd: () => void; onPhoto: (file: File) => void } | undefined
}

/** The note and the photos of a step. */
export function RunStep({ step, note, stored, waiting, onRemoveWaiting, edit }: RunStepProps) {
  const [isNoting, setIsNoting] = useState(false)
  const isEmpty = note === '' && stored.length + waiting.length === 0
  if (!edit && isEmpty) return null
  return (
    <div className={`stack gap-1-5 ${classes.step}`}>
      {edit && (isNoting || note !== '') ? (
        <Textarea
          aria-label={`Note on step ${step + 1}`}
          autosize
          minRows={1}
          error={problemOf(step, note)}
          autoFocus={isNoting}
          value={note}
          onChange={(event) => edit.onNote(event.currentTarget.value)}
          onBlur={() => {
            setIsNoting(false)
            edit.onNoteEnd()
          }}
        />
      ) : (
        note && <div className={`text-muted break-words pre-line ${classes.note}`}>{note}</div>
      )}
      {stored.length + waiting.length > 0 && (
        <div className="flex flex-wrap gap-x-3 gap-y-1">
          {stored.map((file) => (
            <StoredPhoto key={file.id} file={file} canRemove={edit !== undefined} />
          ))}
          {waiting.map((photo) => (
            <PhotoThatWaits key={photo.key} photo={photo} onRemove={() => onRemoveWaiting(photo.key)} />
          ))}
        </div>
      )}
      {edit && (
        <div className={`flex flex-wrap gap-x-3 gap-y-1 ${classes.actions}`}>
          <TakePhoto step={step} onPhoto={edit.onPhoto} />
          {!isNoting && note === '' && (
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconNote size={14} />}
              aria-label={`Note on step ${step + 1}`}
              onClick={() => setIsNoting(true)}
            >
              Note
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** On a phone the button opens the camera. */
function TakePhoto({ step, onPhoto }: { step: number; onPhoto: (file: File) => void }) {
  const reset = useRef<() => void>(null) as RefObject<() => void>
  const take = (file: File | null) => {
    if (file) onPhoto(file)
    reset.current?.() // so that the same picture can be chosen again
  }
  return (
    <FileButton resetRef={reset} onChange={take} accept="image/jpeg,image/png,image/webp" capture="environment">
      {(props) => (
        <Button
          {...props}
          variant="subtle"
          size="xs"
          leftSection={<IconCamera size={14} />}
          aria-label={`Take a photo of step ${step + 1}`}
        >
          Photo
        </Button>
      )}
    </FileButton>
  )
}

function StoredPhoto({ file, canRemove }: { file: FileAttachment; canRemove: boolean }) {
  const companyId = useCompanyId()
  const removing = useMutation({
    mutationFn: () => client.files.remove({ companyId, id: file.id }),
    onError: failedTo('delete the photo'),
  })
  return (
    <span className={`inline-row ${classes.photo}`}>
      <Pictures entityType="sop_run" entityId={file.entityId} ids={[file.id]} />
      {canRemove && <RemovePhoto name={file.name} isBusy={removing.isPending} onRemove={() => removing.mutate()} />}
    </span>
  )
}

function PhotoThatWaits({ photo, onRemove }: { photo: WaitingPhoto; onRemove: () => void }) {
  const url = usePictureOf(photo.file)
  return (
    <span className={`inline-row ${classes.photo}`} data-waiting>
      {url && <img src={url} alt={photo.file.name} />}
      <span
        className={`inline-row gap-1 text-xs text-warning ${classes.state}`}
        data-refused={photo.problem !== null || undefined}
      >
        {photo.problem ?? (
          <>
            <IconCloudOff size={14} aria-hidden /> Waits
          </>
        )}
      </span>
      <RemovePhoto name={photo.file.name} isBusy={false} onRemove={onRemove} />
    </span>
  )
}

const RemovePhoto = ({ name, isBusy, onRemove }: { name: string; isBusy: boolean; onRemove: () => void }) => (
  <ActionIcon aria-label={`Remove ${name}`} title="Remove" loading={isBusy} onClick={onRemove}>
    <IconX size={16} />
  </ActionIcon>
)
