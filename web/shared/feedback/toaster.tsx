import { Notifications } from '@mantine/notifications'
import classes from './toaster.module.css'

/** Where toasts appear: small, and where nothing can be pressed. Pager, drawers and the buttons of forms are at the sides. */
export const Toaster = () => (
  <Notifications
    position="bottom-center"
    containerWidth={340}
    limit={3}
    zIndex={400}
    classNames={{ root: `${classes.root}` }}
  />
)
