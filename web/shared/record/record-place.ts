import { useMediaQuery } from '@mantine/hooks'

/** The place of the shell for a record beside its list. */
export const besideId = 'beside'

/** Whether a record stands beside its list (from 1280 pixels), not above it. */
export const useIsBeside = (): boolean =>
  useMediaQuery('(min-width: 1280px)', undefined, { getInitialValueInEffect: false })
