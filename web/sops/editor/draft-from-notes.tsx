import { Button, Modal, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { AssistantState, SopDraft } from 'contract/assistant/assistant.ts'
import { sopStageLabels, sopTypeLabels } from 'contract/sops/sops.ts'
import { useState } from 'react'
import { AssistantButton, AssistantNote, useAssistant } from '../../assistant/public.tsx'
import { client } from '../../shared/api/api.ts'
import { messageOf } from '../../shared/api/server-errors.ts'
import { useDialog } from '../../shared/form/dialog.ts'
import { useCompanyId } from '../../shared/session/session.ts'
import { SopText } from '../text/sop-text.tsx'
import classes from './draft-from-notes.module.css'

type DraftFromNotesProps = {
  title: string
  /** whether the form has text that the draft would replace */
  replaces: boolean
  onTake: (draft: SopDraft) => void
}

/** The button of the form; nothing when the company has no assistant. */
export function DraftFromNotes(props: DraftFromNotesProps) {
  const assistant = useAssistant(useCompanyId())
  const [isOpen, setOpen] = useState(false)
  if (!assistant) return null
  return (
    <>
      <AssistantButton size="compact-xs" onClick={() => setOpen(true)}>
        Draft from Notes
      </AssistantButton>
      {isOpen && <DraftDialog {...props} assistant={assistant} onClose={() => setOpen(false)} />}
    </>
  )
}

type DraftDialogProps = DraftFromNotesProps & { assistant: AssistantState; onClose: () => void }

function DraftDialog({ assistant, title, replaces, onTake, onClose }: DraftDialogProps) {
  const companyId = useCompanyId()
  const [notes, setNotes] = useState('')
  const drafting = useMutation({
    mutationFn: () => client.assistant.draftSop({ companyId, notes, ...(title && { title }) }),
  })
  const draft = drafting.data
  const take = () => {
    if (!draft) return
    onTake(draft)
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title="Draft from Notes" size="lg" closeOnClickOutside={false} {...useDialog()}>
      <div className="stack gap-3">
        <Textarea
          label="Notes"
          description="What is done, in which order, what to watch for. Keywords are enough."
          autosize
          minRows={5}
          maxRows={12}
          value={notes}
          error={drafting.error && messageOf(drafting.error)}
          disabled={drafting.isPending}
          onChange={(event) => setNotes(event.currentTarget.value)}
          data-autofocus
        />
        <AssistantNote
          assistant={assistant}
          goesOut="Notes and title are sent to OpenAI. E-mail addresses, account and phone numbers are removed first; leave out names."
        />
        {draft && <DraftText draft={draft} />}
        <footer className="row flex-wrap justify-end gap-2">
          {draft && replaces && <span className="mr-auto text-sm text-warning">Replaces what the form holds now.</span>}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={draft ? 'default' : 'filled'}
            loading={drafting.isPending}
            disabled={notes.trim().length < 20}
            onClick={() => drafting.mutate()}
          >
            {draft ? 'Draft Again' : 'Draft'}
          </Button>
          {draft && (
            <Button disabled={drafting.isPending} onClick={take}>
              Take Into the Form
            </Button>
          )}
        </footer>
      </div>
    </Modal>
  )
}

/** The draft as people would read it. It is not stored until the form is saved. */
function DraftText({ draft: { title, description, type, stage, content } }: { draft: SopDraft }) {
  return (
    // The box scrolls, so it must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={`surface overflow-auto break-words py-3 px-4 ${classes.draft}`} aria-label="Draft" tabIndex={0}>
      <h3 className="text-md">{title}</h3>
      <p className={`text-xs text-muted ${classes.kind}`}>
        {sopTypeLabels[type]} · {sopStageLabels[stage]}
      </p>
      <p className="mb-3 text-sm">{description}</p>
      <SopText text={content} />
    </section>
  )
}
