import { useMediaQuery } from '@mantine/hooks'

/** Whether the screen is as narrow as a phone; the styles have the same limit. Known at the first render. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
