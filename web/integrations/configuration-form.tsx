import { Button, PasswordInput, Select, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import {
  fieldsThatApply,
  type IntegrationField,
  integrationCatalogue,
  integrationLabels,
} from 'contract/integrations/catalogue.ts'
import { type Integration, settingsOf } from 'contract/integrations/integrations.ts'
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { client } from '../shared/api/api.ts'
import { screens } from '../shared/api/queries.ts'
import { fieldIssuesOf } from '../shared/api/server-errors.ts'
import { failedTo } from '../shared/feedback/toasts.ts'
import { SaveButton } from '../shared/form/save-button.tsx'
import classes from './integrations.module.css'
import { type InputProps, ModelInput } from './model-input.tsx'
import { toastWithRemains } from './removal-at-service.ts'
import { shownOf } from './saved-fields.tsx'
import { shopHostIn } from './shop-host.ts'

type Values = Record<string, string>
type Fields = Record<string, IntegrationField>

/** The fields of a card in edit mode. While credentials are saved, all of them are locked: disconnect first (product.md 17). */
export function ConfigurationForm({
  integration,
  isEnabling,
  onClose,
}: {
  integration: Integration
  /** it was switched on before it was configured: saving switches it on */
  isEnabling: boolean
  onClose: () => void
}) {
  const { integrationName: name, credentials: marks, credentialsSaved: isLocked } = integration
  const fields = integrationCatalogue[name]
  const [config, setConfig] = useState<Values>(settingsOf(integration.config))
  const [typed, setTyped] = useState<Values>({})
  const isFixed = isLocked && !Object.values(fields.config).some(({ isFree }) => isFree)
  const form = useRef<HTMLFormElement>(null)
  const { save, errors } = useSave(integration, form, onClose)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const tidy = withHosts(fields.config, config)
    setConfig(tidy)
    // Without saved credentials they are part of the form: the server names each that is missing.
    save.mutate({ config: tidy, ...(!isLocked && { credentials: typed }), ...(isEnabling && { isEnabled: true }) })
  }
  return (
    <form
      className={`grid items-start border-t ${classes.form}`}
      noValidate
      aria-label={`Configure ${integrationLabels[name]}`}
      onSubmit={submit}
      ref={form}
    >
      {isEnabling && (
        <p className={classes.locked}>Fill in the fields with a star. Saving switches {integrationLabels[name]} on.</p>
      )}
      {isLocked && (
        <p className={classes.locked}>
          {isFixed
            ? 'These fields are locked while credentials are saved. Disconnect to change them.'
            : 'The credentials are locked while they are saved. Disconnect to change them.'}
        </p>
      )}
      {Object.entries(fields.config).map(([key, field]) => {
        const props = {
          ...{ field, value: config[key] ?? '', isDisabled: isLocked && !field.isFree, error: errors[`config.${key}`] },
          onChange: (value: string) => setConfig((before) => ({ ...before, [key]: value })),
        }
        if (field.kind !== 'model') return <ConfigInput key={key} {...props} />
        return <ModelInput key={key} {...props} companyId={integration.companyId} hasKey={isLocked} />
      })}
      {askedFor(fields.credentials, config).map(([key, field]) => (
        <CredentialInput
          key={key}
          field={field}
          value={typed[key] ?? ''}
          stored={marks[key]?.set ? shownOf(marks[key]) : undefined}
          isDisabled={isLocked}
          error={errors[`credentials.${key}`]}
          onChange={(value) => setTyped((before) => ({ ...before, [key]: value }))}
        />
      ))}
      <div className={`flex justify-end gap-2 ${classes.formActions}`}>
        <Button variant="default" size="compact-sm" onClick={onClose}>
          Cancel
        </Button>
        {!isFixed && (
          <SaveButton size="compact-sm" loading={save.isPending}>
            Save
          </SaveButton>
        )}
      </div>
    </form>
  )
}

/** The credentials that the form asks for, each once. */
const askedFor = (fields: Fields, config: Values) =>
  fieldsThatApply(fields, config).filter(([, { repeats }]) => repeats === undefined)

/** The values with the address of a store in the form that the server accepts, whatever was pasted. */
const withHosts = (fields: Fields, config: Values): Values =>
  Object.fromEntries(
    Object.entries(config).map(([key, value]) => [key, fields[key]?.kind === 'shop' ? shopHostIn(value) : value]),
  )

type Changes = { config: Values; credentials?: Values; isEnabled?: boolean }

function useSave(
  { companyId, integrationName: name, ...opened }: Integration,
  form: RefObject<HTMLFormElement | null>,
  onSaved: () => void,
) {
  const [version] = useState(opened.version)
  const save = useMutation({
    mutationFn: (changes: Changes) =>
      client.integrations.update({ companyId, name, ...changes }, { context: { version } }),
    onSuccess: async ({ remains }) => {
      toastWithRemains('Configuration and credentials saved', remains)
      await screens.shown() // the switch of the card needs to know of the credentials
      onSaved()
    },
    onError: (error) => {
      if (fieldIssuesOf(error).length === 0) failedTo('save configuration')(error)
    },
  })
  // After the refused fields are marked: the next frame may come before them.
  useEffect(() => {
    if (!save.error) return
    form.current?.querySelector<HTMLElement>('input:is([aria-invalid="true"], [data-invalid="true"])')?.focus()
  }, [save.error, form])
  const errors = Object.fromEntries(fieldIssuesOf(save.error).map(({ field, message }) => [field, message]))
  return { save, errors }
}

function ConfigInput({ field, value, isDisabled, error, onChange }: InputProps) {
  const { label, kind, choices, hint, note, isRequired } = field
  const common = { label, error, disabled: isDisabled, withAsterisk: isRequired && !choices, size: 'xs' }
  if (choices) {
    const data = Object.entries(choices).map(([key, text]) => ({ value: key, label: text }))
    return (
      <Select {...common} data={data} value={value} allowDeselect={false} onChange={(key) => key && onChange(key)} />
    )
  }
  const more =
    kind === 'shop'
      ? {
          ...{ autoCapitalize: 'none', spellCheck: false, inputMode: 'url' as const },
          onBlur: () => onChange(shopHostIn(value)),
        }
      : kind === 'count'
        ? { inputMode: 'numeric' as const }
        : {}
  return (
    <TextInput
      {...common}
      {...more}
      placeholder={hint}
      description={note}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Can be written, but never read: a saved value is shown as dots. */
function CredentialInput({
  field,
  value,
  stored,
  isDisabled,
  error,
  onChange,
}: InputProps & { stored: string | undefined }) {
  const { label, hint, isRequired, isTypedOpenly } = field
  const common = {
    ...{
      label,
      error,
      size: 'xs',
      disabled: isDisabled,
      withAsterisk: isRequired,
      autoComplete: 'off',
      spellCheck: false,
    },
    placeholder: stored ?? hint,
    value: stored ? '' : value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  // A password manager must not offer the person's own password here.
  return isTypedOpenly ? <TextInput {...common} /> : <PasswordInput {...common} autoComplete="new-password" />
}
