import type { ReactNode } from 'react'

/** A number among the fields of a record, its digits of one width; null stays null, which shows as missing. */
export const figure = (text: string | null): ReactNode => text && <span className="numeric">{text}</span>
