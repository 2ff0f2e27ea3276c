/** The parts of this feature that others may use. */
export { readingOf } from './reading-of.ts'
