const wordsIn = (words: string) => new Set(words.split(', '))

/** Whether a word in small letters says yes, as a mark in a list does. */
export const isYes = (word: string): boolean => yes.has(word)

const yes = wordsIn('yes, y, true, 1, x, ja, oui, sí, si, sim, tak, ano, evet, да, はい, 是, wahr, vrai, ✓, ✔, ○')

export const isNo = (word: string): boolean => no.has(word)

const no = wordsIn('no, n, false, 0, nein, nee, non, não, nao, nie, ne, hayır, нет, いいえ, 否, falsch, faux, -')
