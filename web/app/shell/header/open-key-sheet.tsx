import type { ComponentProps } from 'react'
import { KeySheet } from '../../../finding/public.tsx'
import { useGuidePage } from '../../navigation.ts'

/** '?': the keys, and the page of the User Guide about this screen. */
export const OpenKeySheet = (props: Omit<ComponentProps<typeof KeySheet>, 'guide'>) => (
  <KeySheet {...props} guide={useGuidePage()} />
)
