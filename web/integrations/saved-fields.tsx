import { fieldsThatApply, integrationCatalogue } from 'contract/integrations/catalogue.ts'
import { type CredentialMark, type Integration, settingsOf } from 'contract/integrations/integrations.ts'
import classes from './integrations.module.css'

/** A stored credential as a screen may show it: dots, and the last four characters. */
export const shownOf = ({ last4 }: CredentialMark): string => `••••••••${last4 ?? ''}`

/** The configuration of an integration, and which credentials are saved. */
export function SavedFields({
  integration: { id, integrationName, config: shown, credentials },
}: {
  integration: Integration
}) {
  if (!id) return null // it has only the defaults of a new one
  const fields = integrationCatalogue[integrationName]
  const config = settingsOf(shown)
  const rows = [
    ...Object.entries(fields.config).flatMap(([key, { label, choices }]) =>
      config[key] ? [[label, choices?.[config[key]] ?? config[key]] as const] : [],
    ),
    ...fieldsThatApply(fields.credentials, config).flatMap(([key, { label }]) =>
      credentials[key]?.set ? [[label, shownOf(credentials[key])] as const] : [],
    ),
  ]
  if (rows.length === 0) return null
  return (
    <dl className={`grid gap-1 text-sm ${classes.facts}`} data-saved>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt className="text-muted">{label}</dt>
          <dd className="m-0 break-words" title={value}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
