/** The first of some names, and an ellipsis for the others: what a warning shows. */
export const firstOf = (names: string[], most = 10): string[] =>
  names.length > most ? [...names.slice(0, most), '…'] : names
