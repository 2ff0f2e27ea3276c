/** The refusal for people who may see a task and not edit it. */
export const editRefusal = {
  FORBIDDEN: { status: 403, message: 'Only the person who gave this task, or an operator, may edit it' },
} as const
