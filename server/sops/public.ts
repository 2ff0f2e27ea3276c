/** The parts of this feature that others may use. */
import { readingOf } from './reading-of.ts'

export { readingOf }
