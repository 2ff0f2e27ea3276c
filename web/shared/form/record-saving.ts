import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { FieldIssue } from 'contract/errors.ts'
import { type RefObject, useRef, useState } from 'react'
import type { z } from 'zod'
import type { CallContext } from '../api/api.ts'
import { currentRowOf, fieldIssuesOf } from '../api/server-errors.ts'
import type { ToastLink } from '../feedback/toast-message.tsx'
import { saved } from '../feedback/toasts.ts'
import type { Undoable } from '../feedback/undo.ts'
import { flatten } from './form-values.ts'
import { useRefusal } from './refusal.tsx'

export type RecordSaving<Row extends { version: number }, Values extends object, Schema extends z.ZodType> = {
  /** 'Vendor'. */
  noun: string
  /** The record to edit; without one the form adds. */
  record?: Row | undefined
  /** The form values for a record, or the initial ones. */
  valuesOf: (record: Row | undefined) => Values
  /** What the form proposes instead of the values of the record; not stored until somebody saves it. */
  proposed?: Partial<Values> | undefined
  /** The contract's schema of the values: it checks them here as on the server. */
  schema: Schema
  /** The words after 'Failed to'; default: 'save vendor'. */
  failure?: string
  /** The sentence for an error that belongs to no field; default: the server's own. */
  say?: ((error: unknown) => string) | undefined
  /** The fields for a refusal that names none. */
  issuesOf?: ((error: unknown, values: Values) => FieldIssue[]) | undefined
  save: (values: z.output<Schema>, options: { context: CallContext }) => Promise<Undoable>
  /** What may follow, in the toast about the saved record. */
  next?: (() => ToastLink | undefined) | undefined
}

/** `isAnother`: the form stays open and empty for the next record. */
type Saving<Values> = { values: Values; version: number | undefined; isAnother?: boolean }

/** Saves the form of a record: shows server messages at their fields, and keeps the newer row if the save was stale. */
export function useRecordForm<Row extends { version: number }, Values extends object, Schema extends z.ZodType>(
  props: RecordSaving<Row, Values, Schema>,
  element: RefObject<HTMLFormElement | null>,
  onSaved: (values: Values) => void,
) {
  const { noun, valuesOf, schema, failure = `save ${noun.toLowerCase()}`, issuesOf, say, save } = props
  const isLeaving = useRef(false)
  // The form keeps the record it was opened with: a refetch must not overwrite the person's input, or give it a version they never saw.
  const [record] = useState(props.record)
  const [base] = useState(() => valuesOf(record))
  const [current, setCurrent] = useState<Row | null>(null)
  const [initialValues] = useState(() => ({ ...base, ...props.proposed }))
  const form = useForm<Values>({ initialValues, validate: schemaResolver(schema, { sync: true }) })

  const refusal = useRefusal(form, failure, say)
  const saving = useMutation({
    mutationFn: ({ values, version }: Saving<Values>) =>
      save(schema.parse(values), { context: version === undefined ? {} : { version } }),
    onMutate: refusal.forget,
    onSuccess: (undoable, { values, isAnother }) => {
      saved(noun, record ? 'updated' : 'created', undoable, props.next?.())
      if (isAnother) {
        form.reset()
        element.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
      } else {
        isLeaving.current = true
        onSaved(values)
      }
    },
    onError: (error, { values }) => {
      const row = currentRowOf<Row>(error)
      if (row) return setCurrent(row)
      const fields = Object.keys(flatten(base))
      // A line of a list is at a path below its field: 'components.3.id'.
      const isShown = (field: string) => fields.some((path) => field === path || field.startsWith(`${path}.`))
      const allIssues = [...fieldIssuesOf(error), ...(issuesOf?.(error, values) ?? [])]
      const issues = allIssues.filter(({ field }) => isShown(field))
      if (issues.length === 0) return refusal.refuse(error)
      form.setErrors(Object.fromEntries(issues.map(({ field, message }) => [field, message])))
      focusFirstInvalid(element.current)
    },
  })

  const { isAnother, submitAnother } = useAnother(element)
  const submit = form.onSubmit(
    (values) => saving.mutate({ values, version: (current ?? record)?.version, isAnother: isAnother.current }),
    () => focusFirstInvalid(element.current),
  )
  const resolve = (chosen: Record<string, unknown>) => {
    // These are paths of this form, but its types cannot express that.
    for (const [path, value] of Object.entries(chosen)) form.setFieldValue(path, value as never)
    const version = current?.version
    setCurrent(null)
    if (!form.validate().hasErrors) saving.mutate({ values: form.getValues(), version })
  }
  const theirs = current && valuesOf(current)
  return {
    form,
    refusal,
    base,
    theirs,
    isLeaving,
    isSaving: saving.isPending,
    submit,
    submitAnother,
    resolve,
  }
}

/** Submits a form so that it stays open for the next record, along the one way of all submits (one-press.ts). */
export function useAnother(element: RefObject<HTMLFormElement | null>) {
  const isAnother = useRef(false)
  const submitAnother = () => {
    isAnother.current = true
    element.current?.requestSubmit()
    isAnother.current = false
  }
  return { isAnother, submitAnother }
}

/** Waits until the messages have rendered. */
export function focusFirstInvalid(form: HTMLFormElement | null) {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
