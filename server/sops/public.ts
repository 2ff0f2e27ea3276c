/** The parts of this feature that others may use. */
import { readingOf, versionsRead } from './reading-of.ts'

export { readingOf, versionsRead }
