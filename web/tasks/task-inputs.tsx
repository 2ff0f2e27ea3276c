import { Select, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isChoosable } from 'contract/companies/companies.ts'
import { taskPriorities, taskPriorityLabels } from 'contract/tasks/tasks.ts'
import { type ReactNode, useState } from 'react'
import { NewPerson, PersonQuestion } from '../identity/public.tsx'
import { api } from '../shared/api/api.ts'
import { Choice } from '../shared/form/choice.tsx'
import type { Choice as Chosen } from '../shared/form/found-select.tsx'
import { type FormOf, fieldsOf } from '../shared/form/record-form.tsx'
import { MemberSelect } from '../shared/session/member-select.tsx'
import { nameOf } from '../shared/session/person-mark.tsx'
import { useCan, useCompany, useCompanyId } from '../shared/session/session.ts'
import { SopSelect } from '../sops/public.tsx'
import { ItemSelect } from './item-select.tsx'
import { type CommonValues, type TaskValues, taskLabels } from './task-values.ts'
import classes from './tasks.module.css'

type InputsProps<Values extends CommonValues> = {
  form: FormOf<Values>
  labels?: Partial<typeof taskLabels>
  /** The assignee and the item that are chosen when the form opens. */
  assignee?: Chosen | undefined
  item?: Chosen | undefined
  needsAssignee: boolean
  /** The input of the due date, beside the priority. */
  due: ReactNode
  /** Below the SOP. */
  children?: ReactNode
}

/** Title, description, assignee, priority, item and SOP: for tasks and for templates. */
export function CommonInputs<Values extends CommonValues>(props: InputsProps<Values>) {
  const { form, labels, assignee, item, needsAssignee, due, children } = props
  const field = fieldsOf(form as unknown as FormOf<CommonValues>, { ...taskLabels, ...labels })
  const { values } = form
  const set = form as unknown as FormOf<CommonValues>
  const companyId = useCompanyId()
  // A task about a SOP has a title, so the first question is who does it.
  const [asksWho] = useState(needsAssignee && values.title !== '' && values.assignedTo === null)
  const { canAdd, words } = useMissingPerson()
  const [missing, setMissing] = useState<string | null>(null)
  // A template that is chosen later proposes another assignee.
  const [added, setAdded] = useState<{ person: Chosen; insteadOf: Chosen | undefined }>()
  const first = added && added.insteadOf === assignee ? added.person : assignee
  return (
    <div className={`grid gap-x-4 gap-y-3 grid-cols-2 ${classes.inputs}`}>
      <TextInput
        {...field('title')}
        className={classes.wide ?? ''}
        withAsterisk
        data-autofocus={!asksWho || undefined}
      />
      <Textarea {...field('description')} className={classes.wide ?? ''} autosize minRows={2} maxRows={8} />
      <MemberSelect
        {...field('assignedTo')}
        key={first?.value ?? 'nobody'}
        value={values.assignedTo}
        first={first}
        className={classes.wide ?? ''}
        placeholder="Search people by name"
        data-autofocus={asksWho || undefined}
        missing={words ? { words, act: setMissing } : undefined}
        withAsterisk={needsAssignee}
        clearable={!needsAssignee}
        allowDeselect={!needsAssignee}
      />
      <Select
        {...field('priority')}
        allowDeselect={false}
        data={taskPriorities.map((value) => ({ value, label: taskPriorityLabels[value] }))}
      />
      {due}
      <div className={classes.wide}>
        <ItemSelect
          key={item?.value ?? 'nothing'}
          type={values.itemType}
          id={values.itemId}
          first={item}
          onChange={(itemType, itemId) => set.setValues({ itemType, itemId })}
        />
      </div>
      <SopSelect {...field('sopId')} value={values.sopId} />
      {children}
      {missing !== null && !canAdd && (
        <PersonQuestion companyId={companyId} name={missing} onClose={() => setMissing(null)} />
      )}
      {missing !== null && canAdd && (
        <NewPerson
          companyId={companyId}
          name={missing}
          onCreated={(person) => {
            setAdded({ person: { value: person.id, label: nameOf(person) }, insteadOf: assignee })
            set.setFieldValue('assignedTo', person.id)
          }}
          onClose={() => setMissing(null)}
        />
      )}
    </div>
  )
}

/** Operators of SBR add a person of a portfolio company at once; those of a company ask SBR. */
function useMissingPerson() {
  const company = useCompany()
  const canAdd = useCan('person.write') && company !== undefined && isChoosable(company)
  const canAsk = useCan('person.ask')
  return { canAdd, words: canAdd ? 'Add' : canAsk ? 'Ask SBR for' : null }
}

/** The version of the SOP that the assignee must have read. Shows nothing without a published SOP. */
export function SopVersionInput({ form }: { form: FormOf<TaskValues> }) {
  const companyId = useCompanyId()
  const { sopId, sopVersion } = form.values
  const sop = useQuery(
    api.sops.get.queryOptions({ input: { companyId, id: sopId ?? '' }, enabled: sopId !== null }),
  ).data
  if (!sopId || !sop?.publishedVersion) return null
  const versions = Array.from({ length: sop.publishedVersion }, (_, place) => String(place + 1)).toReversed()
  return (
    <Choice
      label={taskLabels.sopVersion}
      value={sopVersion === null ? '' : String(sopVersion)}
      data={[{ value: '', label: 'Latest' }, ...versions.map((value) => ({ value, label: `Version ${value}` }))]}
      onChange={(chosen) => form.setFieldValue('sopVersion', chosen ? Number(chosen) : null)}
    />
  )
}
