import { Button } from '@mantine/core'
import { IconEraser, IconRefresh } from '@tabler/icons-react'
import { queries } from '../shared/api/queries.ts'
import { clearLocal } from '../shared/appearance/appearance.ts'
import { success } from '../shared/feedback/toasts.ts'
import { SettingsCard, SettingsRow } from '../shared/page/settings-card.tsx'

/** For a browser that shows something old. */
export const Maintenance = () => (
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
