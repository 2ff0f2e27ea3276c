import { Autocomplete } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { IntegrationField } from 'contract/integrations/catalogue.ts'
import { type ReactNode, useState } from 'react'
import { api } from '../shared/api/api.ts'
import { messageOf } from '../shared/api/server-errors.ts'

/** The properties of an input of the configuration. */
export type InputProps = {
  field: IntegrationField
  value: string
  isDisabled: boolean
  error: ReactNode
  onChange: (value: string) => void
}

/** A model of the account. The list is asked for when somebody opens it; a name can be typed, since some keys may not list models. */
export function ModelInput(props: InputProps & { companyId: string; hasKey: boolean }) {
  const { field, value, isDisabled, error, onChange, companyId, hasKey } = props
  const [isOpened, setOpened] = useState(false)
  const { data, error: failure } = useQuery({
    ...api.assistant.models.queryOptions({ input: { companyId } }),
    ...{ enabled: hasKey && isOpened, staleTime: 600_000, retry: false },
  })
  return (
    <Autocomplete
      label={field.label}
      placeholder={field.hint ?? ''}
      description={failure ? messageOf(failure) : undefined}
      size="xs"
      value={value}
      error={error}
      disabled={isDisabled}
      data={data?.models ?? []}
      onChange={onChange}
      onFocus={() => setOpened(true)}
      spellCheck={false}
      comboboxProps={{ shadow: 'md', transitionProps: { duration: 80 } }}
    />
  )
}
