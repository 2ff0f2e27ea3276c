import { Outlet } from '@tanstack/react-router'
import { usePageTitle } from '../shared/page/page-title.ts'
import { SettingsColumn } from '../shared/page/settings-card.tsx'
import { useCan } from '../shared/session/session.ts'
import { DataExport } from './data-export.tsx'
import { FeedbackForm } from './feedback-form.tsx'
import { Help } from './help.tsx'
import { Maintenance } from './maintenance.tsx'
import { SystemAdministration } from './system-administration.tsx'

/** /settings/utilities */
export function UtilitiesPage() {
  usePageTitle('Utilities')
  const seesSystem = useCan('system.read')
  return (
    <SettingsColumn>
      <DataExport />
      <FeedbackForm />
      <Maintenance />
      {seesSystem && <SystemAdministration />}
      <Help />
      <Outlet />
    </SettingsColumn>
  )
}
