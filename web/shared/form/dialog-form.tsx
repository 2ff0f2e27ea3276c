import { Button, Modal } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { getHotkeyHandler } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useRef } from 'react'
import type { z } from 'zod'
import { fieldIssuesOf } from '../api/server-errors.ts'
import { success } from '../feedback/toasts.ts'
import { useDialog } from './dialog.ts'
import { isChanged } from './form-values.ts'
import classes from './record-form.module.css'
import type { FormOf } from './record-form.tsx'
import { focusFirstInvalid, useAnother } from './record-saving.ts'
import { RefusalWords, useRefusal } from './refusal.tsx'
import { SaveButton, SaveHint } from './save-button.tsx'
import { UnsavedChanges, useLeaving } from './unsaved-changes.tsx'

type DialogFormProps<Values extends object, Schema extends z.ZodType> = {
  title: string
  initialValues: Values
  schema: Schema
  submitLabel: string
  /** Whether all required choices are made; default: true. */
  isReady?: (values: Values) => boolean
  /** What `isReady` still waits for, beside the buttons: 'Enter a title and choose an assignee.' */
  needs?: string | ((values: Values) => string)
  save: (values: z.output<Schema>) => Promise<unknown>
  /** The message after saving, when the dialog then closes. */
  done?: string | (() => void)
  /** In place of `done`: leads elsewhere. `isAnother`: the dialog stays open for the next one. */
  onSaved?: (isAnother: boolean) => void
  /** The first values of the next one, which may be entered in the same dialog. */
  next?: (values: Values) => Values
  /** For an error of the server that belongs to no field: the words after 'Failed to'. */
  failure: string
  /** The sentence for such an error; default: the server's own. */
  say?: ((error: unknown) => string) | undefined
  onClose: () => void
  /** The dialog has no address of its own. */
  isInPlace?: boolean
  /** Whether the person entered something that is not part of the form values. */
  hasMore?: boolean
  children: (form: FormOf<Values>) => ReactNode
}

/** A small form in a dialog, for records without versions. The contract checks it; server messages appear at their fields. */
export function DialogForm<Values extends object, Schema extends z.ZodType>(props: DialogFormProps<Values, Schema>) {
  const { title, submitLabel, isReady, isInPlace = false, hasMore = false, next, children } = props
  const element = useRef<HTMLFormElement>(null)
  const { form, refusal, isLeaving, isSaving, submit, submitAnother } = useDialogForm(props, element)
  const isDirty = () => hasMore || isChanged(props.schema, form.getInitialValues(), form.getValues())
  const isWaiting = isReady ? !isReady(form.getValues()) : false
  const needs = typeof props.needs === 'function' ? props.needs(form.getValues()) : props.needs
  const { leave, question } = useLeaving(() => isInPlace && isDirty(), props.onClose)
  const onKeys = getHotkeyHandler([['mod+Enter', () => element.current?.requestSubmit()]])
  return (
    <Modal opened onClose={leave} title={title} size="30rem" closeOnClickOutside={false} {...useDialog()}>
      <form
        ref={element}
        noValidate
        onSubmit={(event) => {
          event.stopPropagation() // React passes it on to a form that this dialog was opened from
          submit(event)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.stopPropagation()
          onKeys(event)
        }}
      >
        {children(form)}
        <footer className={classes.footer}>
          <RefusalWords words={refusal.words} />
          <span className={classes.hint}>
            <SaveHint>{isWaiting && needs ? <span role="status">{needs}</span> : undefined}</SaveHint>
          </span>
          <Button variant="default" onClick={leave}>
            Cancel
          </Button>
          {next && (
            <Button variant="default" disabled={isSaving || isWaiting} onClick={submitAnother}>
              Save and Add Another
            </Button>
          )}
          <SaveButton loading={isSaving} disabled={isWaiting} {...(isWaiting && needs && { title: needs })}>
            {submitLabel}
          </SaveButton>
        </footer>
      </form>
      <UnsavedChanges isDirty={isDirty} isLeaving={isLeaving} />
      {question}
    </Modal>
  )
}

function useDialogForm<Values extends object, Schema extends z.ZodType>(
  { initialValues, schema, isReady, save, done, onSaved, next, failure, say, onClose }: DialogFormProps<Values, Schema>,
  element: RefObject<HTMLFormElement | null>,
) {
  const isLeaving = useRef(false)
  const form = useForm<Values>({
    initialValues,
    validate: schemaResolver(schema, { sync: true }),
    validateInputOnBlur: true,
  })
  const refusal = useRefusal(form, failure, say)
  const saving = useMutation({
    mutationFn: ({ values }: { values: Values; isAnother: boolean }) => save(schema.parse(values)),
    onMutate: refusal.forget,
    onSuccess: (_, { values, isAnother }) => {
      isLeaving.current = !isAnother
      onSaved?.(isAnother)
      if (done) {
        typeof done === 'string' ? success(done) : done()
        onClose()
      }
      if (isAnother && next) {
        form.setInitialValues(next(values))
        form.reset()
        element.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
      }
    },
    onError: (error) => {
      const issues = fieldIssuesOf(error).filter(({ field }) => field in initialValues)
      if (issues.length === 0) return refusal.refuse(error)
      form.setErrors(Object.fromEntries(issues.map(({ field, message }) => [field, message])))
      focusFirstInvalid(element.current)
    },
  })
  const { isAnother, submitAnother } = useAnother(element)
  const submit = form.onSubmit(
    (values) => {
      if (isReady?.(values) ?? true) saving.mutate({ values, isAnother: isAnother.current })
    },
    () => focusFirstInvalid(element.current),
  )
  return { form, refusal, isLeaving, isSaving: saving.isPending, submit, submitAnother }
}
