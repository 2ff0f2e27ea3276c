// Takes the words behind a number, tells whether they multiply it: 'k', 'dozen', '/100'.

// Capitals of one letter are multiples: 'm' is a metre.
export const isMultiple = (word: string) => multiplies.test(word.length === 1 ? word : word.toLowerCase())

/** Whether a format that shows 1 like this shows another number: '1.00/100', '1 per 100', '1 k', '1 dozen'; not '1 pcs', '1 m2'. */
export function hasFactor(shownOne: string): boolean {
  const rest = shownOne.slice(shownOne.indexOf('1') + 1).replace(/^[.,]?0*/, '')
  return /[^\p{L}\d]\d{2}/u.test(rest) || (rest.match(/\p{L}+/gu) ?? []).some(isMultiple)
}

/** Words that change the number: '2k' is 2,000, '3 dozen' are 36, '50 cents' half a dollar; how much is in a box only the user knows. */
const multiplies =
  /^(?:[kx]|[CMGT]|tsd|mio|mrd|mln|mill(?:ion(?:en|s)?)?|milion(?:en|i)?|mille|mil|thousands?|hundreds?|hundert|tausend|doz(?:ens?)?|dz|dtz|dutzend|douzaines?|docenas?|gross|gros|reams?|cents?|pence|centimes?|centavos?|rappen|box(?:es)?|packs?|cartons?|cases?|karton|packung(?:en)?|cajas?|boîtes?|pairs?|prs?|paare?|paires?|pares?)$/u
