import { ActionIcon, Modal, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client } from '../../shared/api/api.ts'
import { messageOf } from '../../shared/api/server-errors.ts'
import { success } from '../../shared/feedback/toasts.ts'
import { useDialog } from '../../shared/form/dialog.ts'
import { NumberField } from '../../shared/form/number-field.tsx'
import { SaveButton } from '../../shared/form/save-button.tsx'
import { useCompanyId, useTimeZone } from '../../shared/session/session.ts'
import { dayName, timeIn } from '../company-time.ts'
import classes from './time-sheets.module.css'

type Props = { person: { id: string; name: string }; onClose: () => void }

/** The agreed hours a week of a person, each from a day on. */
export function AgreedHoursDialog({ person, onClose }: Props) {
  const companyId = useCompanyId()
  const timeZone = useTimeZone()
  const input = { companyId, userId: person.id }
  const { data } = useQuery(api.agreedHours.list.queryOptions({ input }))
  const [validFrom, setValidFrom] = useState(() => new Date().toLocaleDateString('en-CA', { timeZone }))
  const [hours, setHours] = useState<number | string>(40)
  const agreeing = useMutation({
    mutationFn: (changes: { validFrom: string; hoursPerWeek: number | null }) =>
      client.agreedHours.agree({ ...input, ...changes }),
    onSuccess: () => success('Agreed hours saved'),
  })
  return (
    <Modal opened onClose={onClose} title={`Agreed Hours of ${person.name}`} size="md" {...useDialog()}>
      <p className={classes.hint}>
        Overtime is the work beyond these hours. They are spread evenly over Monday to Friday.
      </p>
      <form
        className={`flex flex-wrap items-end gap-2 ${classes.lockForm}`}
        onSubmit={(event) => {
          event.preventDefault()
          agreeing.mutate({ validFrom, hoursPerWeek: Number(hours) })
        }}
      >
        <NumberField label="Hours a week" value={hours} onChange={setHours} kind="quantity" isOptional data-autofocus />
        <TextInput
          type="date"
          label="Valid from"
          value={validFrom}
          onChange={(event) => setValidFrom(event.currentTarget.value)}
        />
        <SaveButton disabled={hours === '' || !validFrom} loading={agreeing.isPending}>
          Save
        </SaveButton>
      </form>
      {agreeing.error && (
        <p className={`mt-2 ${classes.refusal}`} role="alert">
          {messageOf(agreeing.error)}
        </p>
      )}
      <ul className={`mt-4 ${classes.locks}`}>
        {data?.items.map(({ validFrom: from, hoursPerWeek, setByName, setAt }) => (
          <li key={from}>
            <span>
              <strong>{hoursPerWeek} h a week</strong> from {dayName(from)}
              <span className={classes.hint}>
                Set by {setByName ?? 'No name'}, {timeIn(timeZone, setAt)}
              </span>
            </span>
            <ActionIcon
              size="input-sm"
              aria-label={`Remove the hours from ${dayName(from)}`}
              onClick={() => agreeing.mutate({ validFrom: from, hoursPerWeek: null })}
            >
              <IconTrash size={16} stroke={1.6} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
