import { Drawer } from '@mantine/core'
import type { Session } from 'contract/identity/session.ts'
import { roleLabels } from 'contract/permissions.ts'
import { useDialog } from '../shared/form/dialog.ts'
import classes from './sidebar.module.css'
import { Navigation } from './sidebar.tsx'

/** The navigation on phones, sliding over the screen. */
export function SidebarDrawer({ session, onClose }: { session: Session; onClose: () => void }) {
  return (
    <Drawer.Root opened onClose={onClose} position="left" size="18rem" {...useDialog()}>
      <Drawer.Overlay />
      <Drawer.Content aria-label="Navigation">
        <Drawer.Body p={0}>
          <Navigation session={session} isCollapsed={false} onNavigate={onClose} />
          <p className={classes.person}>
            {session.user.email}
            <br />
            {session.role ? roleLabels[session.role] : 'User'}
          </p>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
