import { Button, Modal } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { getHotkeyHandler } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import type { z } from 'zod'
import { useOrigin } from '../record/edit-link.ts'
import type { ListSearch } from '../table/list-search.ts'
import { ConflictPanel, type Merge } from './conflict-panel.tsx'
import { useDialog } from './dialog.ts'
import { useReturnFromForm, useShowInList } from './form-return.ts'
import { isChanged } from './form-values.ts'
import { useObstacle } from './obstacle.ts'
import classes from './record-form.module.css'
import { type RecordSaving, useRecordForm } from './record-saving.ts'
import { RefusalWords } from './refusal.tsx'
import { SaveButton, SaveHint } from './save-button.tsx'
import { UnsavedChanges, useLeaving } from './unsaved-changes.tsx'

export type FormOf<Values> = UseFormReturnType<Values>

/** The properties of an input: label, value, error. `const field = fieldsOf(form, labels)`, then `<TextInput {...field('name')} />` */
export const fieldsOf =
  <Values, Labels extends Record<string, string>>(form: FormOf<Values>, labels: Labels) =>
  (path: keyof Labels & string) => ({ label: labels[path], ...form.getInputProps(path) })

export type RecordFormProps<
  Row extends { version: number },
  Values extends object,
  Schema extends z.ZodType,
> = RecordSaving<Row, Values, Schema> & {
  /** The labels of the fields, by path. */
  labels: Record<string, string>
  /** For the conflict panel: the text for a value that means nothing to a reader. */
  show?: (path: string, value: unknown) => ReactNode
  /** Fields that are sent with a save but not stored in the record, such as its reason: never a conflict. */
  notStored?: string[]
  /** For the conflict panel: the paths of long texts, which are chosen by paragraph. */
  texts?: readonly string[]
  /** For the conflict panel: the choice for values whose parts are chosen one by one, by path. */
  merges?: Record<string, Merge>
  /** The path of the list to return to. */
  path: string
  /** For a dialog without an address of its own: closes it. */
  onClose?: (() => void) | undefined
  /** The search parameters with which the list shows the saved record; default: unchanged. */
  savedAt?: (values: Values) => ListSearch
  /** Whether all required choices are made; default: true. */
  isReady?: (values: Values) => boolean
  /** Width of the dialog. */
  size?: string
  /** Whether a new record may be followed by the next one in the same dialog. */
  offersAnother?: boolean
  /** Whether the person entered something that is not part of the form values. */
  hasMore?: boolean
  children: (form: FormOf<Values>) => ReactNode
}

/**
 * The dialog to add or edit a record. The contract checks it, server messages appear at their fields, Ctrl+Enter
 * saves, it asks before losing unsaved changes, and a stale save shows both values.
 */
export function RecordForm<Row extends { version: number }, Values extends object, Schema extends z.ZodType>(
  props: RecordFormProps<Row, Values, Schema>,
) {
  const { noun, record, labels, path, isReady, size = 'lg', offersAnother = true, hasMore = false, children } = props
  const origin = useOrigin(path)
  const toList = useReturnFromForm(origin)
  const onClose = props.onClose ?? toList
  const showInList = useShowInList(path)
  const element = useRef<HTMLFormElement>(null)
  const isHindered = useObstacle() !== null
  const { form, refusal, base, theirs, isLeaving, isSaving, submit, submitAnother, resolve } = useRecordForm(
    props,
    element,
    (values) => (props.savedAt && origin === path ? showInList(props.savedAt(values)) : onClose()),
  )
  const isDirty = () => hasMore || isChanged(props.schema, form.getInitialValues(), form.getValues())
  const { leave, question } = useLeaving(() => props.onClose !== undefined && isDirty(), onClose)
  return (
    <Modal
      opened
      onClose={leave}
      title={`${record ? 'Edit' : 'Add'} ${noun}`}
      size={size}
      closeOnClickOutside={false}
      {...useDialog()}
    >
      <form
        ref={element}
        noValidate
        onSubmit={submit}
        onKeyDown={getHotkeyHandler([['mod+Enter', () => element.current?.requestSubmit()]])}
      >
        {theirs && (
          <ConflictPanel
            base={base}
            mine={form.getValues()}
            theirs={theirs}
            labels={labels}
            show={props.show}
            notStored={props.notStored}
            texts={props.texts}
            merges={props.merges}
            isBusy={isSaving}
            onResolve={resolve}
          />
        )}
        {children(form)}
        <footer className={classes.footer}>
          <RefusalWords words={refusal.words} />
          <span className={classes.hint}>
            <SaveHint>Ctrl + Enter saves</SaveHint>
          </span>
          <Button variant="default" onClick={leave}>
            Cancel
          </Button>
          {!record && offersAnother && (
            <Button variant="default" disabled={isSaving || isHindered} onClick={submitAnother}>
              Save and Add Another
            </Button>
          )}
          <SaveButton loading={isSaving} disabled={Boolean(theirs) || !(isReady?.(form.getValues()) ?? true)}>
            {record ? `Update ${noun}` : `Create ${noun}`}
          </SaveButton>
        </footer>
      </form>
      <UnsavedChanges isDirty={isDirty} isLeaving={isLeaving} />
      {question}
    </Modal>
  )
}
