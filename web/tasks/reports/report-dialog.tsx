import { Button, FileButton, Modal, Textarea } from '@mantine/core'
import { IconCamera, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReportKind } from 'contract/tasks/task-report.ts'
import type { Task } from 'contract/tasks/tasks.ts'
import { type RefObject, useRef, useState } from 'react'
import { attachOne, smallerPicture, usePictureOf } from '../../files/public.tsx'
import { client } from '../../shared/api/api.ts'
import { messageOf } from '../../shared/api/server-errors.ts'
import { success } from '../../shared/feedback/toasts.ts'
import { useDialog } from '../../shared/form/dialog.ts'
import { SaveButton } from '../../shared/form/save-button.tsx'
import { useSession } from '../../shared/session/session.ts'
import { useKeptWords } from '../board/kept-words.ts'
import { takeReportBack } from './own-report.ts'
import classes from './task-report.module.css'

const titles: Record<ReportKind, string> = {
  started: 'Report started',
  needs_help: 'Ask for help',
  done: 'Report done',
}
const labels: Record<ReportKind, string> = {
  started: 'Comment (optional)',
  needs_help: 'What do you need?',
  done: 'Comment (optional)',
}

type Reported = Pick<Task, 'companyId' | 'id' | 'title' | 'assignedBy' | 'assignerName'>
type ReportDialogProps = { task: Reported; kind: ReportKind; onClose: () => void; onSent?: () => void }

/** Reports on a task, with a comment and pictures. The typed text stays until the server has it, even if the dialog is closed. */
export function ReportDialog({ task, kind, onClose, onSent }: ReportDialogProps) {
  const [comment, setComment, forgetComment] = useKeptWords(`report ${kind} of ${task.id}`, '')
  const [photos, setPhotos, forgetPhotos] = useKeptWords<Photo[]>(`pictures of ${kind} of ${task.id}`, [])
  const [isTried, setTried] = useState(false)
  const words = useRef<HTMLTextAreaElement>(null)
  // Who is to help must know with what.
  const lacksWords = kind === 'needs_help' && comment.trim() === ''
  const sending = useReport(task, kind, () => {
    forgetComment()
    forgetPhotos()
    onClose()
    onSent?.()
  })
  return (
    <Modal opened onClose={onClose} title={titles[kind]} size="md" closeOnClickOutside={false} {...useDialog()}>
      <form
        className={classes.report}
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (lacksWords) words.current?.focus()
          else sending.mutate({ comment, photos })
        }}
      >
        <p className="text-muted break-words">{task.title}</p>
        <Textarea
          ref={words}
          label={labels[kind]}
          withAsterisk={kind === 'needs_help'}
          error={isTried && lacksWords && 'Say what you need'}
          autosize
          minRows={2}
          maxRows={8}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        <PhotoChoice photos={photos} onChange={setPhotos} />
        {sending.error && (
          <p className="text-sm text-danger" role="alert">
            {messageOf(sending.error)}
          </p>
        )}
        <p className="text-muted break-words">
          <Reader task={task} kind={kind} /> You can take your report back until somebody answers.
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SaveButton loading={sending.isPending} data-autofocus>
            Send
          </SaveButton>
        </div>
      </form>
    </Modal>
  )
}

/** Who will be told. Nobody is told of their own report, or that somebody has started. */
function Reader({ task: { assignedBy, assignerName }, kind }: Pick<ReportDialogProps, 'task' | 'kind'>) {
  const { user } = useSession()
  if (assignedBy === user.id) return 'You gave yourself this task, so nobody is told.'
  const giver = assignerName ?? 'The person who gave you the task'
  if (kind === 'started') return `${giver} sees it at the task.`
  return kind === 'done' ? `${giver} is told and checks it.` : `${giver} is told.`
}

function useReport({ companyId, id }: Pick<Task, 'companyId' | 'id'>, kind: ReportKind, onSent: () => void) {
  return useMutation({
    mutationFn: async ({ comment, photos }: { comment: string; photos: Photo[] }) => {
      const target = { companyId, entityType: 'task', entityId: id } as const
      const files = await Promise.all(
        photos.map(async ({ file, key }) => attachOne(target, await smallerPicture(file), { id: key })),
      )
      return client.taskReports.create({ companyId, id, kind, comment, fileIds: files.map((file) => file.id) })
    },
    onSuccess: ({ report }) => {
      success(
        'Report sent',
        report ? { id: report.id, takeBack: () => takeReportBack({ companyId, id }, report.id) } : undefined,
      )
      onSent()
    },
  })
}

/** A picture that was taken but not sent yet. The key stays the same for each try to send it. */
type Photo = { file: File; key: string }

type PhotoChoiceProps = { photos: Photo[]; onChange: (photos: Photo[]) => void }

/** Takes pictures: on a phone the button opens the camera. */
function PhotoChoice({ photos, onChange }: PhotoChoiceProps) {
  const reset = useRef<() => void>(null) as RefObject<() => void>
  const add = (file: File | null) => {
    if (file) onChange([...photos, { file, key: crypto.randomUUID() }])
    reset.current?.() // so that the same picture can be chosen again
  }
  return (
    <div className={`row flex-wrap gap-2 ${classes.photos}`}>
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
    <span className={`relative ${classes.photo}`}>
      {url && <img src={url} alt={file.name} />}
      <button type="button" aria-label={`Leave out ${file.name}`} onClick={onRemove}>
        <IconX size={16} />
      </button>
    </span>
  )
}
