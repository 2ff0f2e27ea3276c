import { Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { IconActivityHeartbeat, IconDatabase, IconRestore } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { resetWord } from 'contract/settings/system.ts'
import { type SyntheticEvent, useState } from 'react'
import { client } from '../shared/api/api.ts'
import { leave } from '../shared/api/renewal.ts'
import { failedTo } from '../shared/feedback/toasts.ts'
import { useDialog } from '../shared/form/dialog.ts'
import { SaveButton } from '../shared/form/save-button.tsx'
import { at } from '../shared/page/at.ts'
import { SettingsCard, SettingsRow } from '../shared/page/settings-card.tsx'
import { useSession } from '../shared/session/session.ts'

/** For those who look after the whole system. */
export function SystemAdministration() {
  const { isDemo } = useSession()
  const [isAsking, setAsking] = useState(false)
  return (
    <SettingsCard title="System Administration" text="For SBR Operators only.">
      <SettingsRow label="Database Tools" hint="Sizes, connections, migrations, backups, and jobs that failed.">
        <Button
          {...at('/settings/utilities/database', true)}
          component={Link}
          variant="default"
          leftSection={<IconDatabase size={15} stroke={1.6} />}
        >
          Database Tools
        </Button>
      </SettingsRow>
      <SettingsRow label="System Health" hint="What this server does, now and in the last hour.">
        <Button
          {...at('/settings/utilities/health', true)}
          component={Link}
          variant="default"
          leftSection={<IconActivityHeartbeat size={15} stroke={1.6} />}
        >
          System Health
        </Button>
      </SettingsRow>
      <SettingsRow
        label="System Reset"
        hint={
          isDemo
            ? 'Replaces everything by the demo data. This cannot be undone.'
            : 'Only available on a demo server: here are real data.'
        }
      >
        <Button
          variant="default"
          color="red"
          disabled={!isDemo}
          leftSection={<IconRestore size={15} stroke={1.6} />}
          onClick={() => setAsking(true)}
        >
          System Reset
        </Button>
      </SettingsRow>
      {isAsking && <Reset onClose={() => setAsking(false)} />}
    </SettingsCard>
  )
}

function Reset({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const resetting = useMutation({
    mutationFn: () => client.system.reset({ confirmation: resetWord }),
    // The sessions are gone too, and nothing that this page knows is true any more.
    onSuccess: () => leave('reset'),
    onError: failedTo('reset the system'),
  })
  const isReady = typed === resetWord
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isReady) resetting.mutate()
  }
  return (
    <Modal opened onClose={onClose} title="System Reset" size="sm" role="alertdialog" {...useDialog()}>
      <form onSubmit={submit}>
        <Text size="sm" c="dimmed" mb="md">
          Everything that was written since the demo started or was last reset is lost: companies, users, inventory,
          tasks, SOPs, files. Everybody has to sign in again.
        </Text>
        <TextInput
          label={`Type ${resetWord} to confirm`}
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SaveButton color="red" disabled={!isReady} loading={resetting.isPending}>
            Reset
          </SaveButton>
        </Group>
      </form>
    </Modal>
  )
}
