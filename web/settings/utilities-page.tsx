import { usePageTitle } from '../shared/page/page-title.ts'
import { SettingsColumn } from '../shared/page/settings-card.tsx'
import { Help } from './help.tsx'
import { Maintenance } from './maintenance.tsx'

/** /settings/utilities */
export function UtilitiesPage() {
  usePageTitle('Utilities')
  return (
    <SettingsColumn>
      <Maintenance />
      <Help />
    </SettingsColumn>
  )
}
