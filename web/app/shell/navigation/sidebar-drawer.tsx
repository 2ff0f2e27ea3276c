import { Button, Drawer } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import type { Session } from 'contract/identity/session.ts'
import { roleLabels } from 'contract/permissions.ts'
import { useDialog } from '../../../shared/form/dialog.ts'
import { useSignOut } from '../header/sign-out.ts'
import classes from './sidebar.module.css'
import { Navigation } from './sidebar.tsx'

/** The navigation on phones, sliding over the screen. */
export function SidebarDrawer({ session, onClose }: { session: Session; onClose: () => void }) {
  const signOut = useSignOut()
  return (
    <Drawer.Root opened onClose={onClose} position="left" size="18rem" {...useDialog()}>
      <Drawer.Overlay />
      <Drawer.Content aria-label="Navigation">
        <Drawer.Body p={0}>
          <Navigation session={session} isCollapsed={false} onNavigate={onClose} />
          <div className={`border-t text-muted text-sm break-words py-3 px-2 ${classes.person}`}>
            {session.user.email}
            <br />
            {session.role ? roleLabels[session.role] : 'User'}
            <Button
              variant="default"
              fullWidth
              mt="sm"
              loading={signOut.isPending}
              leftSection={<IconLogout size={15} stroke={1.6} />}
              onClick={() => signOut.mutate()}
            >
              Sign Out
            </Button>
          </div>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
