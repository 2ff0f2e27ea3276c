/** The parts of this feature that other features may use. */
import { ActivityTimeline, type LoggedValue } from './activity-timeline.tsx'
import { UndoButton } from './undo-button.tsx'

export { ActivityTimeline, type LoggedValue, UndoButton }
