import { Notifications } from '@mantine/notifications'
import classes from './toaster.module.css'

/** The place of toasts, where nothing can be pressed: pager, drawers and the buttons of forms are at the sides. */
export const Toaster = () => (
  <Notifications
    position="bottom-center"
    containerWidth={340}
    limit={3}
    zIndex={400}
    classNames={{ root: `${classes.root}` }}
  />
)
