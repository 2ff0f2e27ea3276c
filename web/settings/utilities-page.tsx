import { Button } from '@mantine/core'
import { IconBook, IconEraser, IconHelp, IconRefresh } from '@tabler/icons-react'
import { Link, Outlet } from '@tanstack/react-router'
import { version } from 'contract/version.ts'
import { queries } from '../shared/api/queries.ts'
import { clearLocal } from '../shared/appearance/appearance.ts'
import { success } from '../shared/feedback/toasts.ts'
import { at } from '../shared/page/at.ts'
import { usePageTitle } from '../shared/page/page-title.ts'
import { SettingsCard, SettingsColumn, SettingsRow } from '../shared/page/settings-card.tsx'
import { useCan } from '../shared/session/session.ts'
import { DataExport } from './data-export.tsx'
import { FeedbackForm } from './feedback-form.tsx'
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

/** For a browser that shows something old. */
const Maintenance = () => (
  <SettingsCard title="Maintenance">
    <SettingsRow label="Clear Cache" hint="Clears what this browser stored, except the theme. Saved data stays.">
      <Button variant="default" leftSection={<IconEraser size={15} stroke={1.6} />} onClick={() => void clearCache()}>
        Clear Cache
      </Button>
    </SettingsRow>
    <SettingsRow label="Refresh Application" hint="Loads the screens and everything on them again.">
      <Button
        variant="default"
        leftSection={<IconRefresh size={15} stroke={1.6} />}
        onClick={() => window.location.reload()}
      >
        Refresh Application
      </Button>
    </SettingsRow>
  </SettingsCard>
)

/** The data on screen are loaded again, so that nothing old stays (product.md 9). */
async function clearCache() {
  clearLocal()
  queries.removeQueries({ type: 'inactive' })
  await queries.invalidateQueries()
  success('Cache cleared')
}

/** Where to read on, and what this is. */
const Help = () => (
  <SettingsCard title="Help">
    <SettingsRow label="User Guide" hint="What you can do here, by role and by task.">
      <Button {...at('/guide')} component={Link} variant="default" leftSection={<IconBook size={15} stroke={1.6} />}>
        Open User Guide
      </Button>
    </SettingsRow>
    <SettingsRow label="FAQ" hint="Questions that are asked often, with their answers.">
      <Button
        {...at('/guide/faq')}
        component={Link}
        variant="default"
        leftSection={<IconHelp size={15} stroke={1.6} />}
      >
        Open FAQ
      </Button>
    </SettingsRow>
    <SettingsRow label="Version" isSmall>
      <span className="numeric">{version}</span>
    </SettingsRow>
  </SettingsCard>
)
