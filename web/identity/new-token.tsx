import { Input, MultiSelect, SegmentedControl, Select, TextInput } from '@mantine/core'
import { areaLabels, type TokenAreas } from 'contract/identity/token-areas.ts'
import { AccessTokenFields } from 'contract/identity/tokens.ts'
import { useId, useState } from 'react'
import { client } from '../shared/api/api.ts'
import { saved } from '../shared/feedback/toasts.ts'
import { Choice } from '../shared/form/choice.tsx'
import { DialogForm } from '../shared/form/dialog-form.tsx'
import type { FormOf } from '../shared/form/record-form.tsx'
import { ShownOnce } from '../shared/record/shown-once.tsx'
import { seesAllCompanies, useCompanyId, useSession } from '../shared/session/session.ts'
import classes from './account.module.css'

type Made = { token: string; companyId: string | null }

type Values = {
  name: string
  expiresInDays: number
  isReadOnly: boolean
  areas: TokenAreas | null
  companyId: string | null
}

const blank: Values = { name: '', expiresInDays: 90, isReadOnly: true, areas: null, companyId: null }

/** In each of the areas the token may do what its rights say; without one it reaches all of them. */
const areasOf = (chosen: string[], isReadOnly: boolean): TokenAreas | null =>
  chosen.length === 0 ? null : Object.fromEntries(chosen.map((area) => [area, isReadOnly ? 'read' : 'write']))

/** Makes a token, and shows it once. */
export function NewToken({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<Made | null>(null)
  if (made) return <NewSecret made={made} onClose={onClose} />
  return (
    <DialogForm
      title="New Token"
      initialValues={blank}
      schema={AccessTokenFields}
      submitLabel="Create Token"
      isReady={({ name }) => name.trim() !== ''}
      save={async (values) => {
        setMade(await client.tokens.create(values))
      }}
      onSaved={() => saved('Token', 'created')}
      failure="create the token"
      onClose={onClose}
    >
      {(form) => <TokenInputs form={form} />}
    </DialogForm>
  )
}

const ends = [
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '366', label: 'In a year' },
]

function TokenInputs({ form }: { form: FormOf<Values> }) {
  const session = useSession()
  const reachId = useId()
  const { expiresInDays, isReadOnly, areas, companyId } = form.getValues()
  const chosen = Object.keys(areas ?? {})
  const open = session.companies.filter(({ status }) => status !== 'sold')
  return (
    <div className="stack gap-3-5">
      <TextInput
        label="Name"
        placeholder="Nightly export"
        description="Which script or tool is it for?"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Choice
        label="Expires"
        data={ends}
        value={String(expiresInDays)}
        onChange={(days) => form.setFieldValue('expiresInDays', Number(days))}
      />
      <div>
        <Input.Label component="div" id={reachId}>
          Rights
        </Input.Label>
        <SegmentedControl
          fullWidth
          aria-labelledby={reachId}
          data={[
            { value: 'read', label: 'Read only' },
            { value: 'full', label: 'Full: everything I can do' },
          ]}
          value={isReadOnly ? 'read' : 'full'}
          onChange={(rights) => {
            form.setFieldValue('isReadOnly', rights === 'read')
            form.setFieldValue('areas', areasOf(chosen, rights === 'read'))
          }}
        />
      </div>
      <MultiSelect
        label="Areas"
        classNames={{ inputField: classes.withoutRing ?? '' }}
        placeholder={chosen.length === 0 ? 'All areas' : ''}
        data={Object.entries(areaLabels).map(([value, label]) => ({ value, label }))}
        value={chosen}
        onChange={(next) => form.setFieldValue('areas', areasOf(next, isReadOnly))}
      />
      {seesAllCompanies(session) && (
        <Select
          label="Companies"
          description="Limited to one company, the token acts there at most as a Company Operator, and nowhere else."
          data={[{ value: '', label: 'All companies' }, ...open.map(({ id, name }) => ({ value: id, label: name }))]}
          searchable
          allowDeselect={false}
          value={companyId ?? ''}
          onChange={(id) => form.setFieldValue('companyId', id || null)}
        />
      )}
    </div>
  )
}

function NewSecret({ made, onClose }: { made: Made; onClose: () => void }) {
  const onScreen = useCompanyId()
  return (
    <ShownOnce title="Your New Token" secret={made.token} what="token" onClose={onClose}>
      <p>A first request:</p>
      <pre className="text-xs text-muted font-mono break-words pre-wrap rounded-sm bg-app py-2-5 px-3">
        {`curl -H "Authorization: Bearer $TOKEN" \\\n  ${window.location.origin}/api/companies/${made.companyId ?? onScreen}/parts`}
      </pre>
    </ShownOnce>
  )
}
