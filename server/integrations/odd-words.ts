/** 'Not readable: order 5, 7', for the card: records of another form than the service says. */
export const oddWords = (noun: string, ids: string[]): string =>
  `Not readable: ${noun} ${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ` and ${ids.length - 3} more` : ''}`
