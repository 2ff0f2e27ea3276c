import { fieldsThatApply, integrationCatalogue } from 'contract/integrations/catalogue.ts'
import type { CredentialMark, Integration } from 'contract/integrations/integrations.ts'
import classes from './integrations.module.css'

/** A stored credential as a screen may show it: dots, and the last four characters; in full when it is no secret. */
export const shownOf = ({ plain, last4 }: CredentialMark): string => plain ?? `••••••••${last4 ?? ''}`

/** The configuration of an integration, and which credentials are saved. */
export function SavedFields({
  integration: { id, integrationName, config, credentials },
}: {
  integration: Integration
}) {
  if (!id) return null // its configuration is only what a new one begins with
  const fields = integrationCatalogue[integrationName]
  const rows = [
    ...Object.entries(fields.config).flatMap(([key, { label, choices }]) =>
      config[key] ? [[label, choices?.[config[key]] ?? config[key], false] as const] : [],
    ),
    ...fieldsThatApply(fields.credentials, config).flatMap(([key, { label }]) =>
      credentials[key]?.set ? [[label, shownOf(credentials[key]), credentials[key].plain !== null] as const] : [],
    ),
  ]
  if (rows.length === 0) return null
  return (
    <dl className={classes.facts} data-saved>
      {rows.map(([label, value, isWhole]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd title={value} data-whole={isWhole || undefined}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
