/** The parts of this feature that other features may use. */
import { ActivityTimeline } from './activity-timeline.tsx'

export { ActivityTimeline }
