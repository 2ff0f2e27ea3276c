import { Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { feedbackTypeLabels, feedbackTypes, NewFeedback } from 'contract/settings/feedback.ts'
import { useId, useRef } from 'react'
import { client } from '../shared/api/api.ts'
import { failedTo, failure, success } from '../shared/feedback/toasts.ts'
import { Choice } from '../shared/form/choice.tsx'
import { isChanged } from '../shared/form/form-values.ts'
import { SaveButton } from '../shared/form/save-button.tsx'
import { UnsavedChanges } from '../shared/form/unsaved-changes.tsx'
import { SettingsActions, SettingsCard, SettingsRow } from '../shared/page/settings-card.tsx'

const blank: NewFeedback = { type: 'improvement', title: '', description: '' }

/** The toast that says what is missing. */
const refusal = 'feedback refused'

/** Tells the firm about a fault or a wish. */
export function FeedbackForm() {
  const id = useId()
  const isLeaving = useRef(false)
  const form = useForm({ initialValues: blank })
  const sending = useMutation({
    mutationFn: (feedback: NewFeedback) => client.feedback.create(feedback),
    onSuccess: () => {
      notifications.hide(refusal)
      success('Feedback submitted successfully')
      form.reset()
    },
    onError: failedTo('submit feedback'),
  })
  const submit = form.onSubmit((values) => {
    const { data, error } = NewFeedback.safeParse(values)
    if (data) return sending.mutate(data)
    const errorOf = ({ code, message }: (typeof error.issues)[number]) => (code === 'too_big' ? message : true)
    form.setErrors(Object.fromEntries(error.issues.map((issue) => [issue.path.join('.'), errorOf(issue)])))
    if (error.issues.some(({ code }) => code !== 'too_big')) failure(error.issues[0]?.message ?? '', undefined, refusal)
  })
  return (
    <SettingsCard title="Feedback" text="Goes to the SBR support team.">
      <form noValidate onSubmit={submit}>
        <SettingsRow label="Type" for={`${id}-type`}>
          <Choice
            id={`${id}-type`}
            aria-label="Type"
            className="w-full"
            data={feedbackTypes.map((type) => ({ value: type, label: feedbackTypeLabels[type] }))}
            value={form.getValues().type}
            onChange={(type) => form.setFieldValue('type', type)}
          />
        </SettingsRow>
        <SettingsRow label="Title" for={`${id}-title`}>
          <TextInput id={`${id}-title`} className="w-full" {...form.getInputProps('title')} />
        </SettingsRow>
        <SettingsRow label="Description" for={`${id}-text`} isTall>
          <Textarea id={`${id}-text`} className="w-full" minRows={3} {...form.getInputProps('description')} />
        </SettingsRow>
        <SettingsActions>
          <SaveButton loading={sending.isPending}>Submit Feedback</SaveButton>
        </SettingsActions>
      </form>
      <UnsavedChanges
        isDirty={() => isChanged(NewFeedback, form.getInitialValues(), form.getValues())}
        isLeaving={isLeaving}
      />
    </SettingsCard>
  )
}
