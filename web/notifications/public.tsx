import { Skeleton, Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { NotificationChoices } from 'contract/notifications/notifications.ts'
import { type Topic, topicNames, wordsOf } from 'contract/notifications/topics.ts'
import { useId } from 'react'
import { api, client } from '../shared/api/api.ts'
import { queries } from '../shared/api/queries.ts'
import { failedTo } from '../shared/feedback/toasts.ts'
import { SettingsCard, SettingsRow } from '../shared/page/settings-card.tsx'
import { allows, useSession } from '../shared/session/session.ts'

const choicesQuery = api.notifications.choices.queryOptions()

/** The topics that the person wants, and whether by mail too; each switch is saved at once. */
export function NotificationSettings() {
  const { data } = useQuery(choicesQuery)
  const { permissions } = useSession()
  const saving = useMutation({
    scope: { id: 'notification choices' },
    mutationFn: (choices: NotificationChoices) => client.notifications.choose(choices),
    onMutate: (choices) => {
      void queries.cancelQueries({ queryKey: choicesQuery.queryKey })
      queries.setQueryData(choicesQuery.queryKey, (before) => before && { ...before, ...choices })
    },
    onError: (error) => {
      failedTo('save settings')(error)
      void queries.invalidateQueries({ queryKey: choicesQuery.queryKey })
    },
  })
  if (!data) return <Skeleton height={400} radius="md" />
  const { muted, hasDigest, canMail } = data
  const concerns = (topic: Topic) => allows(permissions, wordsOf(topic).needs)
  return (
    <SettingsCard
      anchor="notifications"
      title="Notifications"
      text="What the bell tells you. Only you see these choices."
    >
      {canMail && (
        <Choice
          label="A mail a day"
          hint="One mail in the morning when there is something new."
          isOn={hasDigest}
          onChange={(isOn) => saving.mutate({ muted, hasDigest: isOn })}
        />
      )}
      {topicNames.filter(concerns).map((topic) => (
        <Choice
          key={topic}
          label={wordsOf(topic).label}
          isOn={!muted.includes(topic)}
          onChange={(isOn) =>
            saving.mutate({ hasDigest, muted: isOn ? muted.filter((name) => name !== topic) : [...muted, topic] })
          }
        />
      ))}
    </SettingsCard>
  )
}

type ChoiceProps = { label: string; hint?: string; isOn: boolean; onChange: (isOn: boolean) => void }

function Choice({ label, hint, isOn, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <SettingsRow label={label} hint={hint} for={id} isSmall>
      <Switch id={id} checked={isOn} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
    </SettingsRow>
  )
}
