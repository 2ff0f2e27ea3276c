import { Button, Combobox, Textarea, useCombobox } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { CommentParent } from 'contract/comments/comments.ts'
import { searchText } from 'contract/same-text.ts'
import { useRef, useState } from 'react'
import { api } from '../shared/api/api.ts'
import { messageOf } from '../shared/api/server-errors.ts'
import { SaveButton } from '../shared/form/save-button.tsx'
import classes from './comments.module.css'
import { type Mention, mentionAt, mentionedIn, withMention } from './mentions.ts'

type CommentFormProps = {
  record: { companyId: string; entityType: CommentParent; entityId: string }
  label: string
  submitLabel: string
  first?: { body: string; mentions: Mention[] }
  send: (comment: { body: string; mentions: string[] }) => Promise<unknown>
  onCancel?: () => void
}

/** A field for a comment; '@' offers the people who may read the record. The typed text stays until it is stored. */
export function CommentForm({ record, label, submitLabel, first, send, onCancel }: CommentFormProps) {
  const [body, setBody] = useState(first?.body ?? '')
  const [mentions, setMentions] = useState<Mention[]>(first?.mentions ?? [])
  const sending = useMutation({
    mutationFn: () => send({ body, mentions: mentionedIn(body, mentions).map(({ id }) => id) }),
    onSuccess: () => {
      setBody('')
      setMentions([])
    },
  })
  const isReady = body.trim() !== '' && !sending.isPending
  return (
    <form
      className="stack gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) sending.mutate()
      }}
    >
      <MentionArea
        record={record}
        label={label}
        value={body}
        onChange={setBody}
        onMention={(person) => setMentions([...mentions, person])}
        onSubmit={() => isReady && sending.mutate()}
      />
      {sending.error && (
        <p className="text-sm text-danger" role="alert">
          {messageOf(sending.error)}
        </p>
      )}
      <div className={`flex gap-2 ${classes.buttons}`}>
        <SaveButton size="xs" variant={onCancel ? 'filled' : 'default'} disabled={!isReady} loading={sending.isPending}>
          {submitLabel}
        </SaveButton>
        {onCancel && (
          <Button size="xs" variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}

type MentionAreaProps = Pick<CommentFormProps, 'record' | 'label'> & {
  value: string
  onChange: (value: string) => void
  onMention: (person: Mention) => void
  onSubmit: () => void
}

function MentionArea({ record, label, value, onChange, onMention, onSubmit }: MentionAreaProps) {
  const { companyId, entityType, entityId } = record
  const area = useRef<HTMLTextAreaElement>(null)
  const list = useCombobox()
  const [typed, setTyped] = useState<string | null>(null)
  const people = useQuery({
    ...api.comments.people.queryOptions({ input: { companyId, entityType, entityId } }),
    enabled: typed !== null,
  })
  const offered = (people.data?.items ?? [])
    .filter(({ name }) => name && searchText(name).includes(searchText(typed ?? '')))
    .slice(0, 6)
  const look = (text: string, caret: number) => {
    const mention = mentionAt(text, caret)
    setTyped(mention)
    if (mention === null) list.closeDropdown()
    else {
      list.openDropdown()
      list.updateSelectedOptionIndex()
    }
  }
  const choose = (id: string) => {
    const person = offered.find((each) => each.id === id)
    const caret = area.current?.selectionStart ?? value.length
    if (!person?.name) return
    onChange(withMention(value, caret, person.name))
    onMention(person)
    setTyped(null)
    list.closeDropdown()
    area.current?.focus()
  }
  return (
    <Combobox store={list} onOptionSubmit={choose} withinPortal zIndex={400}>
      <Combobox.DropdownTarget>
        <Combobox.EventsTarget>
          <Textarea
            ref={area}
            aria-label={label}
            placeholder={`${label}; @ mentions somebody`}
            autosize
            minRows={2}
            maxRows={10}
            value={value}
            onChange={(event) => {
              onChange(event.currentTarget.value)
              look(event.currentTarget.value, event.currentTarget.selectionStart)
            }}
            onBlur={() => list.closeDropdown()}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit()
            }}
          />
        </Combobox.EventsTarget>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={typed === null || offered.length === 0}>
        <Combobox.Options>
          {offered.map(({ id, name }) => (
            <Combobox.Option key={id} value={id}>
              {name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
