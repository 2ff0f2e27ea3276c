import { Tooltip } from '@mantine/core'

/** A file of its own, so that it is loaded apart (lazy-tooltip.tsx). */
export const LoadedTooltip = Tooltip
