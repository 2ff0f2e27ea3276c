/** The name of a file of a company: 'time-sheet-North-Manufacturing-2026-11.xlsx'. @param words of the name, without its extension */
export const companyFile = (kind: string, company: string | undefined, end: string): string =>
  [kind, ...(company?.match(/[\p{L}\p{N}]+/gu) ?? []), end].join('-')
