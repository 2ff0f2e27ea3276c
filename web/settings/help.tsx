import { Button } from '@mantine/core'
import { IconBook, IconHelp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { version } from 'contract/version.ts'
import { at } from '../shared/page/at.ts'
import { SettingsCard, SettingsRow } from '../shared/page/settings-card.tsx'

/** Where to read on, and what this is. */
export const Help = () => (
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
