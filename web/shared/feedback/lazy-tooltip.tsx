import type { TooltipProps } from '@mantine/core'
import { Suspense } from 'react'
import { lazy } from '../page/code.ts'
import { later } from '../page/later.ts'

const code = later(() => import('./loaded-tooltip.tsx'))
const Tooltip = lazy(async () => ({ default: (await code.loaded).LoadedTooltip }))

/** Mantine's Tooltip, outside the first code that loads; until it has loaded there is no tooltip. */
export const LazyTooltip = ({ children, ...rest }: TooltipProps) => (
  <Suspense fallback={children}>
    <Tooltip {...rest}>{children}</Tooltip>
  </Suspense>
)
