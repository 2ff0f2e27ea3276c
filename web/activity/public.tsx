/** What other features may use of this one. */
import { ActivityTimeline } from './activity-timeline.tsx'

export { ActivityTimeline }
