import { once } from './once.ts'

const format = once(() => new Intl.ListFormat('en-GB'))

/** 'a, b and c'; '' for none. */
export const listed = (words: string[]): string => format().format(words)
