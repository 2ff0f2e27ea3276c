import { useMediaQuery } from '@mantine/hooks'

/** Whether the columns of a dashboard stand below each other (.board in dashboard.module.css). */
export const useIsOneColumn = () => useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false })
