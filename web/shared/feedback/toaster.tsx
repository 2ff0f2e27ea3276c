import { Notifications } from '@mantine/notifications'
import { useIsPhone } from '../page/use-is-phone.ts'
import classes from './toaster.module.css'

/** The place of toasts, where nothing can be pressed: pager, drawers and the buttons of forms are at the sides. */
export const Toaster = () => (
  <Notifications
    position="bottom-center"
    containerWidth={340}
    limit={useIsPhone() ? 2 : 3}
    zIndex={400}
    classNames={{ root: `${classes.root}` }}
  />
)
