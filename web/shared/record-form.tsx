import { Button, Modal } from '@mantine/core'
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import { getHotkeyHandler } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { z } from 'zod'
import type { CallContext } from './api.ts'
import { ConflictPanel } from './conflict-panel.tsx'
import { useDialog } from './dialog.ts'
import { flatten } from './form-values.ts'
import { useReturnToList } from './list-state.ts'
import { queries } from './queries.ts'
import classes from './record-form.module.css'
import { currentRowOf, fieldIssuesOf } from './server-errors.ts'
import { failedTo, saved } from './toasts.ts'
import { UnsavedChanges } from './unsaved-changes.tsx'

export type FormOf<Values> = UseFormReturnType<Values>

/** The properties of an input: label, value, error. `const field = fieldsOf(form, labels)`, then `<TextInput {...field('name')} />` */
export const fieldsOf =
  <Values, Labels extends Record<string, string>>(form: FormOf<Values>, labels: Labels) =>
  (path: keyof Labels & string) => ({ label: labels[path], ...form.getInputProps(path) })

type SavedRow = { companyId: string; changeSetId: string | null }

type RecordFormProps<Row extends { version: number }, Values extends object, Schema extends z.ZodType> = {
  /** 'Vendor'. */
  noun: string
  /** The record to edit; without one the form adds. */
  record?: Row | undefined
  /** What the inputs hold for a record, or to begin with. */
  valuesOf: (record: Row | undefined) => Values
  /** The contract's shape of the values: checks them here as on the server. */
  schema: Schema
  /** What the fields are called, by path. */
  labels: Record<string, string>
  /** For the conflict panel: what a person reads for a value, where it says nothing by itself. */
  show?: (path: string, value: unknown) => ReactNode
  save: (values: z.output<Schema>, options: { context: CallContext }) => Promise<SavedRow>
  /** Where the list lives, to return to. */
  path: string
  children: (form: FormOf<Values>) => ReactNode
}

/**
 * The dialog in which a record is added or edited: checked by the contract, server messages at their fields, Ctrl+Enter
 * saves, unsaved changes are guarded, and a save that came too late shows both values.
 */
export function RecordForm<Row extends { version: number }, Values extends object, Schema extends z.ZodType>(
  props: RecordFormProps<Row, Values, Schema>,
) {
  const { noun, record, labels, path, children } = props
  const onClose = useReturnToList(path)
  const element = useRef<HTMLFormElement>(null)
  const { form, base, theirs, isLeaving, isSaving, submit, submitAnother, resolve } = useRecordForm(
    props,
    element,
    onClose,
  )
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${record ? 'Edit' : 'Add'} ${noun}`}
      size="lg"
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
            isBusy={isSaving}
            onResolve={resolve}
          />
        )}
        {children(form)}
        <footer className={classes.footer}>
          <span className={classes.hint}>Ctrl + Enter saves</span>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {!record && (
            <Button variant="default" disabled={isSaving} onClick={() => submitAnother()}>
              Save and add another
            </Button>
          )}
          <Button type="submit" loading={isSaving} disabled={Boolean(theirs)}>
            {record ? `Update ${noun}` : `Create ${noun}`}
          </Button>
        </footer>
      </form>
      <UnsavedChanges isDirty={form.isDirty()} isLeaving={isLeaving} />
    </Modal>
  )
}

/** `isAnother`: the form stays open, empty, for the next record. */
type Saving<Values> = { values: Values; version: number | undefined; isAnother?: boolean }

function useRecordForm<Row extends { version: number }, Values extends object, Schema extends z.ZodType>(
  props: RecordFormProps<Row, Values, Schema>,
  element: React.RefObject<HTMLFormElement | null>,
  onSaved: () => void,
) {
  const { noun, record, valuesOf, schema, save } = props
  const isLeaving = useRef(false)
  // The form keeps to the record it was opened with: a refetch must not overwrite what is being typed.
  const [base] = useState(() => valuesOf(record))
  const [current, setCurrent] = useState<Row | null>(null)
  const form = useForm<Values>({ initialValues: base, validate: schemaResolver(schema as never, { sync: true }) })

  const saving = useMutation({
    mutationFn: ({ values, version }: Saving<Values>) =>
      save(schema.parse(values), { context: version === undefined ? {} : { version } }),
    onSuccess: async ({ companyId, changeSetId }, { isAnother }) => {
      saved(noun, record ? 'updated' : 'created', { companyId, changeSetId })
      if (isAnother) {
        form.reset()
        element.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
      } else {
        isLeaving.current = true
        onSaved()
      }
      await queries.invalidateQueries()
    },
    onError: (error) => {
      const row = currentRowOf<Row>(error)
      if (row) return setCurrent(row)
      const issues = fieldIssuesOf(error).filter(({ field }) => field in flatten(base))
      if (issues.length === 0) return failedTo(`save ${noun.toLowerCase()}`)(error)
      form.setErrors(Object.fromEntries(issues.map(({ field, message }) => [field, message])))
      focusFirstInvalid(element.current)
    },
  })

  const submitting = (isAnother: boolean) =>
    form.onSubmit(
      (values) => saving.mutate({ values, version: (current ?? record)?.version, isAnother }),
      () => focusFirstInvalid(element.current),
    )
  const resolve = (chosen: Record<string, unknown>) => {
    for (const [path, value] of Object.entries(chosen)) form.setFieldValue(path, value as never)
    const version = current?.version
    setCurrent(null)
    if (!form.validate().hasErrors) saving.mutate({ values: form.getValues(), version })
  }
  const theirs = current && valuesOf(current)
  return {
    form,
    base,
    theirs,
    isLeaving,
    isSaving: saving.isPending,
    submit: submitting(false),
    submitAnother: submitting(true),
    resolve,
  }
}

/** After the messages have been drawn. */
function focusFirstInvalid(form: HTMLFormElement | null) {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
