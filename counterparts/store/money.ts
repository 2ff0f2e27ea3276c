/** Amounts are whole numbers of the currency's smallest unit, so that sums are exact. */
export type Currency = { code: string; decimals: number }

const withoutDecimals = ['JPY', 'KRW', 'VND', 'CLP', 'ISK']

export function currencyOf(code: string): Currency {
  return { code, decimals: withoutDecimals.includes(code) ? 0 : 2 }
}

/** '12.50' */
export function fixed(amount: number, { decimals }: Currency): string {
  const sign = amount < 0 ? '-' : ''
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  return decimals === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** '12.5', like Shopify's Decimal: at least one decimal, no trailing zeros. */
export function decimal(amount: number, currency: Currency): string {
  const [whole, places = ''] = fixed(amount, currency).split('.')
  const short = places.endsWith('0') ? places.slice(0, -1) : places
  return `${whole}.${short || '0'}`
}
