import { useMediaQuery } from '@mantine/hooks'
import { widths } from './widths.ts'

/** Whether the screen is as narrow as a phone. Known at the first render. */
export const useIsPhone = (): boolean => useMediaQuery(widths.phone, undefined, { getInitialValueInEffect: false })

/** The same, outside components. */
export const isPhone = (): boolean => window.matchMedia(widths.phone).matches

/** Whether nothing but fingers points: then nobody drags a file here, and hardly anybody has keys. */
export const isTouchOnly = (): boolean => !window.matchMedia('(any-pointer: fine)').matches
