/** The parts of the time clock that dashboards show (CONTRIBUTING.md). */
import { ClockCard } from './clock-card.tsx'

export { ClockCard }
