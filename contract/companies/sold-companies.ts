import type { Action } from '../permissions.ts'

/** The actions that change records of a company: nobody does them in one that was sold, whatever their role. */
const changing =
  /^(inventory|backup|file|activity|comment|sop|task|time|integration|assistant|view)\.(?!read|export|overview|move)/

/** What is left of permissions in a company that was sold. */
export const readingOnly = (permissions: Action[]): Action[] => permissions.filter((action) => !changing.test(action))
