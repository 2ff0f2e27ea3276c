/** Whether a word in small letters says yes, as a mark in a list does. */
export const isYes = (word: string): boolean => yes.has(word)

const yes = new Set(['yes', 'y', 'true', '1', 'x', 'ja', 'oui', 'sí', 'si', 'wahr', 'vrai'])

export const isNo = (word: string): boolean => no.has(word)

const no = new Set(['no', 'n', 'false', '0', 'nein', 'nee', 'non', 'falsch', 'faux', '-'])
