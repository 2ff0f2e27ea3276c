import { useMediaQuery } from '@mantine/hooks'

/** Whether the screen is as narrow as a phone; the styles have the same bound. Known at the first drawing. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
