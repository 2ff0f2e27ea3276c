/** The kinds of events in the security log: what happened to access, secrets, or data that left the system. */

export const securityEventGroups = {
  sign_in: 'Sign-ins',
  refusal: 'Refusals',
  access: 'People and roles',
  token: 'Sessions, tokens and passwords',
  secret: 'Integrations and secrets',
  export: 'Exports, files and backups',
  company: 'Companies and system',
} as const
export type SecurityEventGroup = keyof typeof securityEventGroups

type Kind = { label: string; group: SecurityEventGroup }

const kinds = {
  signed_in: { label: 'Signed in', group: 'sign_in' },
  sign_in_refused: { label: 'Sign-in refused', group: 'refusal' },
  stranger: { label: 'Sign-in refused: unknown address', group: 'refusal' },
  no_role: { label: 'Sign-in refused: no role', group: 'refusal' },
  unmanaged_account: { label: 'Sign-in refused: private account', group: 'refusal' },
  identity_conflict: { label: 'Sign-in refused: another account', group: 'refusal' },
  authz_denied: { label: 'Request refused', group: 'refusal' },
  access_asked: { label: 'Asked for a person', group: 'access' },
  access_approved: { label: 'Approved an access request', group: 'access' },
  access_dismissed: { label: 'Dismissed an access request', group: 'access' },
  person_created: { label: 'Added a person', group: 'access' },
  person_named: { label: 'Named a person', group: 'access' },
  person_deleted: { label: 'Deleted a person', group: 'access' },
  role_changed: { label: 'Changed a role', group: 'access' },
  access_removed: { label: 'Took access away', group: 'access' },
  unmanaged_account_allowed: { label: 'Changed private sign-in', group: 'access' },
  operator_pre_authorised: { label: 'Let an operator in by command', group: 'access' },
  sessions_ended: { label: 'Ended all sessions', group: 'token' },
  link_reset: { label: 'Reset a sign-in link', group: 'token' },
  password_set: { label: 'Set a password by a link', group: 'token' },
  password_changed: { label: 'Changed the password', group: 'token' },
  token_created: { label: 'Made an access token', group: 'token' },
  token_removed: { label: 'Removed an access token', group: 'token' },
  integration_configured: { label: 'Changed an integration', group: 'secret' },
  integration_credentials_set: { label: 'Entered credentials', group: 'secret' },
  integration_connected: { label: 'Connected an integration', group: 'secret' },
  integration_disconnected: { label: 'Disconnected an integration', group: 'secret' },
  integration_moved: { label: 'Moved an integration', group: 'secret' },
  webhook_created: { label: 'Added a webhook', group: 'secret' },
  webhook_changed: { label: 'Changed a webhook', group: 'secret' },
  webhook_removed: { label: 'Removed a webhook', group: 'secret' },
  webhook_secret_rolled: { label: 'Made a new secret of a webhook', group: 'secret' },
  exported: { label: 'Exported', group: 'export' },
  system_exported: { label: 'Exported the whole system by command', group: 'export' },
  file_link_made: { label: 'Opened a file', group: 'export' },
  backup_made: { label: 'Made a backup', group: 'export' },
  backup_link_made: { label: 'Downloaded a backup', group: 'export' },
  backup_deleted: { label: 'Deleted a backup', group: 'export' },
  backup_restored: { label: 'Brought a backup back', group: 'export' },
  company_created: { label: 'Added a company', group: 'company' },
  company_updated: { label: 'Changed a company', group: 'company' },
  demo_reset: { label: 'Put the demo data back', group: 'company' },
} as const satisfies Record<string, Kind>
export type SecurityEventKind = keyof typeof kinds

const kindOf = (kind: string): Kind | undefined => (kinds as Record<string, Kind>)[kind]

/** The words for a kind; one of an earlier version may have none. */
export const securityEventLabel = (kind: string): string => kindOf(kind)?.label ?? kind.replaceAll('_', ' ')

export const securityEventKindsOf = (group: SecurityEventGroup): string[] =>
  Object.keys(kinds).filter((kind) => kindOf(kind)?.group === group)
