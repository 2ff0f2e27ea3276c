import type { TooltipProps } from '@mantine/core'
import { lazy, Suspense } from 'react'

const Tooltip = lazy(async () => ({ default: (await import('./loaded-tooltip.tsx')).LoadedTooltip }))

/** Mantine's Tooltip, without its code among the first: until it has come there is none. */
export const LazyTooltip = ({ children, ...rest }: TooltipProps) => (
  <Suspense fallback={children}>
    <Tooltip {...rest}>{children}</Tooltip>
  </Suspense>
)
