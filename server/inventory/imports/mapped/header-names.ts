// Takes a header as written, makes the name to compare it by.

import { foldText } from 'contract/same-text.ts'

/** Two headers are the same when they are the same text (contract/same-text.ts), or differ only in spaces, underscores and punctuation. */
export const normalHeader = (header: string): string => foldText(header).replace(/[^\p{L}\p{N}]+/gu, '')

/**
 * Two headers are close when they differ only in bracketed text, a currency, abbreviations and the order of words: 'Unit cost (USD)' and
 * 'Unit Cost', 'Acct #' and 'Account Number'. Empty when no word is left.
 */
export const closeName = (header: string): string =>
  foldText(header)
    .replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
    .replace(/#|№|\bn[°º]/g, ' number ')
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => words.get(word) ?? word)
    .filter((word) => word !== '' && !silent.has(word))
    .toSorted()
    .join(' ')

const words = new Map(
  Object.entries({
    ...{ qty: 'quantity', qnty: 'quantity', quant: 'quantity', acct: 'account', acc: 'account', ac: 'account' },
    ...{ no: 'number', nr: 'number', num: 'number', nbr: 'number', desc: 'description', descr: 'description' },
    ...{ min: 'minimum', loc: 'location', mfg: 'manufacturer', mfr: 'manufacturer', prc: 'price' },
    ...{ sup: 'supplier', pt: 'point' },
    ...{ pn: 'p n', partno: 'part number', partnumber: 'part number', tel: 'phone', addr: 'address' },
  }),
)

const currencies = 'usd eur gbp chf jpy cny cad aud nzd sek nok dkk pln czk inr mxn brl euro euros dollar dollars'
const silent = new Set([...currencies.split(' '), 'in', 'the', 'each', 'ea', 'per', 'pcs'])
