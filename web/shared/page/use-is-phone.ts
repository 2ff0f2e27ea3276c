import { useMediaQuery } from '@mantine/hooks'

/** Below 768 px (product.md 2). The styles have the same limit, so that at 768 px everything is that of a tablet. */
const phone = '(max-width: 47.99em)'

/** Whether the screen is as narrow as a phone. Known at the first render. */
export const useIsPhone = (): boolean => useMediaQuery(phone, undefined, { getInitialValueInEffect: false })

/** The same, outside components. */
export const isPhone = (): boolean => window.matchMedia(phone).matches
