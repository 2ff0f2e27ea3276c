import { z } from 'zod'

/** The SOP of an item; null for readers without the right to it, although the link stays (security.md 2.3). */
export const SopReference = z.object({ id: z.uuid(), title: z.string() }).nullable()
