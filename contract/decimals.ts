/** The mark between the whole number and the fraction: '1,234.50' has a decimal point, '1.234,50' a decimal comma. */
export const decimalMarks = ['point', 'comma'] as const
export type Decimals = (typeof decimalMarks)[number]

/** The most characters that a number may have, with its currency, blanks and leading zeros. */
export const longestNumber = 60

const isoCodes =
  'USD|EUR|GBP|JPY|CNY|RMB|CAD|AUD|NZD|CHF|SEK|NOK|DKK|ISK|PLN|CZK|HUF|RON|BGN|RUB|UAH|TRY|ILS|AED|SAR|INR|KRW|TWD|HKD|SGD|THB|MYR|IDR|PHP|VND|MXN|BRL|ARS|CLP|COP|ZAR|KZT|BYN|RSD|BAM|MKD|MDL|UZS|AZN|EGP|MAD|TND|DZD|QAR|KWD|BHD|OMR|JOD|PKR|LKR|BDT|NGN|KES|UYU|BOB|GTQ'
const words = 'SFr\\.?|Fr\\.?|kr\\.?|zł|Kč|lei|Rs\\.?|euros?|dollars?'
// A cent is no currency: it would be taken for a dollar.
const sign = '(?!¢)\\p{Sc}'
const signs = '(?:US|CA|AU|NZ|HK|NT|MX|SG|[CARS])?(?!¢)\\p{Sc}'
const before = new RegExp(`^(?:(?:${isoCodes}|${words})\\s*(?=[\\d.,])|${signs})`, 'iu')
const behind = new RegExp(`(?:(?<=[\\d.,–—-])\\s*(?:${isoCodes}|${words})|(?<=[\\d.,–—\\s-])${signs}|${sign})$`, 'iu')
// '6 ft' are feet.
const forint = /(?<=[\d.,–—-])\s*Ft$/u
// Only files have these words: no screen loads them.
const otherBehind =
  /(?<=[\d.,–—-])\s*(?:yen|TL|Rp\.?|din\.|рублей|руб\.?|р\.|грн\.?|лв\.?|дин\.?|тенге|円|元|원|บาท|ريال|درهم)$/iu
const otherBefore = /^(?:Rp\.?|RM|TL)\s*(?=[\d.,])/i
// '12,-' and '12.–' are prices without cents.
const noCents = /(?<=\d[.,])(?:-{1,2}|–|—)$/

/** Removes a currency before or after the amount ('€ 12', '12 CHF') and a dash that stands for no cents ('12,-'). */
export const withoutCurrency = (text: string): string =>
  text.trim().replace(before, '').trim().replace(behind, '').replace(forint, '').trim().replace(noCents, '')

/** Removes the words that only files have for currencies: '12 руб.', '100円', 'Rp 5000'. */
export const withoutOtherWords = (text: string): string =>
  text.trim().replace(otherBehind, '').replace(otherBefore, '').trim()

/** The currency that an amount names, as written: '$', '€', 'EUR'; null when it names none. */
export function currencyOf(text: string): string | null {
  if (text.length > longestNumber) return null
  const unsigned = text.trim().replace(/^[-+−(]\s*/, '')
  const unclosed = unsigned.replace(/(?<=\d|\p{Sc})\s*[-−)]$/u, '')
  return namedIn(
    [before, behind, forint, otherBehind, otherBefore].flatMap((pattern) => pattern.exec(unclosed)?.[0].trim() ?? []),
  )
}

/** '$12 MXN' and 'Cost ($ MXN)' are in pesos: of two names of currencies the one that is not $ counts. */
export const namedIn = (found: string[]): string | null => found.find((name) => !isDollar(name)) ?? found[0] ?? null

/** Whether a currency is the one that we count in. */
export const isDollar = (currency: string): boolean => /^(?:(?:US)?[$＄]|USD|dollars?)$/i.test(currency)

/**
 * A number as people write it -> digits with a decimal point, or null when it is not a well-formed number. The other mark, blanks or
 * apostrophes may separate groups of three digits ('1 234,5', "1'234.5"), but only if all groups are well-formed.
 * @param decimals the decimal mark; without it the number itself decides, and a number that allows both has a decimal point
 */
export function plainNumber(text: string, decimals?: Decimals): string | null {
  if (/^\d+$/.test(text)) return text
  if (decimals === 'comma') return withPoint(swapped(text))
  if (lakhs.test(text)) return text.replaceAll(',', '')
  const number = withPoint(text)
  return number === null && decimals === undefined ? withPoint(swapped(text)) : number
}

/**
 * The decimal mark of a number: 'point' or 'comma' when only that one is possible ('10.5', '1,234,567'; '10,5', '1.234,56', '0,125'),
 * 'open' when both are ('1.234', '2,345'), null without a mark or for text that is not a number. A sign does not matter.
 */
export function decimalsShown(cell: string): Decimals | 'open' | null {
  if (cell.length > longestNumber || !/\d/.test(cell) || !/[.,]/.test(cell)) return null
  const unsigned = cell.trim().replace(/^[-+−(]+/, '')
  const text = withoutCurrency(withoutOtherWords(unsigned.replace(/(?<=\d)[-−)]+$/, '')))
  if (!/[.,]/.test(text)) return null
  const [point, comma] = [lakhs.test(text) || withPoint(text) !== null, withPoint(swapped(text)) !== null]
  if (point && comma) return 'open'
  return point ? 'point' : comma ? 'comma' : null
}

/** As India groups digits: '1,25,000.00'. */
const lakhs = /^[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d*)?$/
const swapped = (text: string) => text.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'))

function withPoint(text: string): string | null {
  if (/^(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)) return text
  const grouped = /^[1-9]\d{0,2}(?:([, \u00A0\u2009\u202F'’])\d{3})(?:\1\d{3})*(?:\.\d*)?$/.test(text)
  return grouped ? text.replace(/[, \u00A0\u2009\u202F'’]/g, '') : null
}
