const format = new Intl.ListFormat('en-GB')

/** 'a, b and c'; '' for none. */
export const listed = (words: string[]): string => format.format(words)
