import { lateComponent } from '../page/later.tsx'

/** Mantine's Tooltip, outside the first code that loads; until it has loaded there is no tooltip. */
export const LazyTooltip = lateComponent(
  async () => (await import('./loaded-tooltip.tsx')).LoadedTooltip,
  ({ children }) => children,
)
