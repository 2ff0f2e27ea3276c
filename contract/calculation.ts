import { parseInteger, parseMoney } from './amounts.ts'

/** `value`: a decimal text with at most 6 decimals; `isExact` is false when the result needs more. */
export type Calculated = { value: string; isExact: boolean } | { error: string }

/** A longer text is a mistake; the bound also keeps the numbers and the nesting small. */
const maxLength = 100

const notCalculable: Calculated = { error: 'Must be a number or a calculation' }

/**
 * Reads a calculation that people type instead of a number: '12*4', '100-12', '(3+4)*2', also with × x ÷ and a leading =. It reads numbers
 * like the cells of an import ('1,200', '$3.50', '12,5') and calculates exactly.
 * @returns null when there is nothing to calculate: a number alone, or any text without an operator
 */
export function calculate(text: string): Calculated | null {
  if (text.length > 10 * maxLength) return null // no number either
  const plain = text
    .trim()
    .replace(/^=\s*/, '')
    .replaceAll('×', '*')
    .replace(/([\d)]\s*)[xX](?=\s*[\d(.])/g, '$1*')
    .replaceAll('÷', '/')
    .replaceAll('−', '-')
  if (!hasOperator(plain)) return null
  if (plain.length > maxLength) return notCalculable
  try {
    const tokens = (plain.match(/[-+*/()]|[^-+*/()]+/g) ?? []).map((token) => token.trim()).filter(Boolean)
    return inDecimals(new Parser(tokens).parse())
  } catch (error) {
    if (error instanceof NotCalculable) return notCalculable
    throw error
  }
}

/** A number with a sign is not a calculation. */
const hasOperator = (plain: string) => plain.includes('(') || /[-+*/]/.test(plain.replace(/^[\s+-]+/, '').slice(1))

type Fraction = { top: bigint; bottom: bigint }

class NotCalculable extends Error {}

/** Recursive descent: sums of products of factors. */
class Parser {
  readonly #tokens: string[]
  #place = 0

  constructor(tokens: string[]) {
    this.#tokens = tokens
  }

  parse(): Fraction {
    const result = this.#sum()
    if (this.#place < this.#tokens.length) throw new NotCalculable()
    return result
  }

  #next(...wanted: string[]): string | undefined {
    const token = this.#tokens[this.#place]
    if (token === undefined || !wanted.includes(token)) return
    this.#place += 1
    return token
  }

  #sum(): Fraction {
    let left = this.#product()
    for (let sign = this.#next('+', '-'); sign; sign = this.#next('+', '-')) {
      const right = this.#product()
      const term = right.top * left.bottom
      const top = left.top * right.bottom + (sign === '+' ? term : -term)
      left = { top, bottom: left.bottom * right.bottom }
    }
    return left
  }

  #product(): Fraction {
    let left = this.#factor()
    for (let sign = this.#next('*', '/'); sign; sign = this.#next('*', '/')) {
      const { top, bottom } = this.#factor()
      if (sign === '/' && top === 0n) throw new NotCalculable()
      left =
        sign === '*'
          ? { top: left.top * top, bottom: left.bottom * bottom }
          : { top: left.top * bottom, bottom: left.bottom * top }
    }
    return left
  }

  #factor(): Fraction {
    if (this.#next('+')) return this.#factor()
    if (this.#next('-')) {
      const { top, bottom } = this.#factor()
      return { top: -top, bottom }
    }
    if (this.#next('(')) {
      const inner = this.#sum()
      if (!this.#next(')')) throw new NotCalculable()
      return inner
    }
    return numberOf(this.#tokens[this.#place++])
  }
}

function numberOf(token: string | undefined): Fraction {
  if (token === undefined || /^[-+*/()]$/.test(token)) throw new NotCalculable()
  const [amount, whole] = [parseMoney(token), parseInteger(token)]
  const value = 'value' in amount ? amount.value : 'value' in whole ? whole.value : null
  if (value === null) throw new NotCalculable()
  const [units = '', decimals = ''] = value.split('.')
  return { top: BigInt(units + decimals), bottom: 10n ** BigInt(decimals.length) }
}

/** Rounded to 6 decimals, halves away from zero. */
function inDecimals({ top, bottom }: Fraction): Calculated {
  const isNegative = top < 0n !== bottom < 0n && top !== 0n
  const [size, unit] = [top < 0n ? -top : top, bottom < 0n ? -bottom : bottom]
  const scaled = size * 1_000_000n
  const rounded = (scaled * 2n + unit) / (unit * 2n)
  const digits = String(rounded).padStart(7, '0')
  const value = `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0{1,6}$/, '')
  return { value: isNegative && rounded !== 0n ? `-${value}` : value, isExact: rounded * unit === scaled }
}
