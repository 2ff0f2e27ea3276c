import { Button, FileButton } from '@mantine/core'
import { IconCamera, IconX } from '@tabler/icons-react'
import { type RefObject, useRef } from 'react'
import { usePictureOf } from '../../files/public.tsx'
import classes from './task-report.module.css'

/** A picture that was taken but not sent yet. The key stays the same for each try to send it. */
export type Photo = { file: File; key: string }

type PhotoChoiceProps = { photos: Photo[]; onChange: (photos: Photo[]) => void }

/** Takes pictures: on a phone the button opens the camera. */
export function PhotoChoice({ photos, onChange }: PhotoChoiceProps) {
  const reset = useRef<() => void>(null) as RefObject<() => void>
  const add = (file: File | null) => {
    if (file) onChange([...photos, { file, key: crypto.randomUUID() }])
    reset.current?.() // so that the same picture can be chosen again
  }
  return (
    <div className={classes.photos}>
      {photos.map((photo) => (
        <PhotoPreview
          key={photo.key}
          photo={photo}
          onRemove={() => onChange(photos.filter((other) => other !== photo))}
        />
      ))}
      <FileButton resetRef={reset} onChange={add} accept="image/jpeg,image/png,image/webp" capture="environment">
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconCamera size={16} />}>
            {photos.length > 0 ? 'Another Photo' : 'Add a Photo'}
          </Button>
        )}
      </FileButton>
    </div>
  )
}

function PhotoPreview({ photo: { file }, onRemove }: { photo: Photo; onRemove: () => void }) {
  const url = usePictureOf(file)
  return (
    <span className={classes.photo}>
      {url && <img src={url} alt={file.name} />}
      <button type="button" aria-label={`Leave out ${file.name}`} onClick={onRemove}>
        <IconX size={16} />
      </button>
    </span>
  )
}
