import type { ReactNode } from 'react'

/** A number among the fields of a record, with digits of one width. null stays null, and is shown as missing. */
export const figure = (text: string | null): ReactNode => text && <span className="numeric">{text}</span>
