import { Tooltip } from '@mantine/core'

/** A file of its own, so that it loads separately (lazy-tooltip.tsx). */
export const LoadedTooltip = Tooltip
