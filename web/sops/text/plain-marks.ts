/** The part of micromark's tokenizers that is used here: https://github.com/micromark/micromark#extensions. */
type Code = number | null
type State = (code: Code) => State | undefined
type Token = { _open?: boolean; _close?: boolean }
type Effects = { enter: (token: string) => Token; exit: (token: string) => Token; consume: (code: Code) => void }
type Point = { _bufferIndex: number }
type Resolver = { resolveAll: (events: unknown[], context: Context) => unknown[] }
type Context = {
  previous: Code
  now: () => Point
  sliceSerialize: (token: { start: Point; end: Point }) => string
  parser: { constructs: { insideSpan: { null: Resolver[] } } }
}
type Construct = {
  name: string
  previous?: (code: Code) => boolean
  resolveAll?: Resolver['resolveAll']
  tokenize: (this: Context, effects: Effects, ok: State, nok: State) => State
}

/**
 * Markdown closes nothing between a full stop and a letter, and opens nothing between a letter and a quote: '**Note:**Stop', 'Press**"Stop"**'.
 * Here such a mark opens or closes, as its partner wants. Behind a bracket it may be a power: 'f(x)**2'.
 */
const besideLetter: Construct = {
  name: 'boldBesideLetter',
  tokenize(effects, ok, nok) {
    const { previous } = this
    let count = 0
    const inside: State = (code) => {
      if (code === asterisk) {
        count += 1
        effects.consume(code)
        return inside
      }
      const isBetween =
        (isOneOf(/[.:!?;,…"”“»]/, previous) && isOneOf(/\p{L}/u, code)) ||
        (isOneOf(/[:!?]/, previous) && isOneOf(/\p{N}/u, code)) ||
        (isOneOf(/\p{L}/u, previous) && isOneOf(/[„“«"!?]/, code))
      if (!isBetween || count < 2 || count > 3) return nok(code)
      Object.assign(effects.exit('attentionSequence'), { _open: true, _close: true })
      return ok(code)
    }
    return (code) => {
      effects.enter('attentionSequence')
      return inside(code)
    }
  },
  resolveAll: (events, context) =>
    context.parser.constructs.insideSpan.null.reduce((all, { resolveAll }) => resolveAll(all, context), events),
}

const isBegin = (code: Code) => code === null || code < 0 || isOneOf(/[\s("'[,;=/\\]/, code)
const isOneOf = (signs: RegExp, code: Code) => code !== null && code > 0 && signs.test(String.fromCodePoint(code))

/**
 * A mark within a word or formula is a sign ('M6*20', 'f(x)*2', 'don`t'), and so is a row of four or more: '_____' is a line to write on, and
 * '__.__.____' one for a date. '*.nc' names files.
 */
const sign: Construct = {
  name: 'signInText',
  tokenize(effects, ok, nok) {
    const isInWord = isOneOf(/[\p{L}\p{N})\]]/u, this.previous)
    const isAfterBlank = isBegin(this.previous)
    let marker: Code = null
    let count = 0
    const inside: State = (code) => {
      if (code === marker) {
        count += 1
        effects.consume(code)
        return inside
      }
      const isBeforeMark =
        marker === underscore ? !isInWord && isOneOf(/[./:,-]/, code) : isAfterBlank && isOneOf(/\./, code)
      const isSign = count > 3 || isBeforeMark || (count === 1 && isInWord && isOneOf(/[\p{L}\p{N}([]/u, code))
      if (!isSign) return nok(code)
      effects.exit('data')
      return ok(code)
    }
    return (code) => {
      marker = code
      effects.enter('data')
      return inside(code)
    }
  },
}

/** A run of backticks is tried as a whole, as code is; from its middle, code would begin where none does. */
const backticks: Construct = { ...sign, previous: (code) => code !== backtick }

/** A backslash in a path stays, and the mark behind it is a sign: 'C:\nc\*.mpf', '\\server\_old'. */
const markInPath: Construct = {
  name: 'markInPath',
  tokenize(effects, ok, nok) {
    const end = this.now()
    const start = { ...end, _bufferIndex: Math.max(0, end._bufferIndex - longestPath) }
    const isInPath = end._bufferIndex > 0 && path.test(this.sliceSerialize({ start, end }))
    const value: State = (code) => {
      if (!isMark(code)) return nok(code)
      effects.consume(code)
      effects.exit('data')
      return ok
    }
    return (code) => {
      if (!isInPath) return nok(code)
      effects.enter('data')
      effects.consume(code)
      return value
    }
  },
}

const longestPath = 200
const path = /(?:(?<![A-Za-z])[A-Za-z]:\\|\\\\)\S{0,200}$/
const isMark = (code: Code) => isOneOf(/[!-/:-@[\]-`{-~]/, code)

/** A backslash hides a mark of Markdown. Two of them stay, and one after a colon: paths begin so, '\\server' and 'C:\_old'. */
const escapedMark: Construct = {
  name: 'escapeOfMark',
  tokenize(effects, ok, nok) {
    const isInPath = this.previous === colon
    const value: State = (code) => {
      if (!isMark(code) || isInPath) return nok(code)
      effects.enter('characterEscapeValue')
      effects.consume(code)
      effects.exit('characterEscapeValue')
      effects.exit('characterEscape')
      return ok
    }
    return (code) => {
      effects.enter('characterEscape')
      effects.enter('escapeMarker')
      effects.consume(code)
      effects.exit('escapeMarker')
      return value
    }
  },
}

const colon = 58
const [asterisk, backslash, underscore, backtick] = [42, 92, 95, 96]

// A note belongs to a piece, and its call may stand in another: as-typed.ts shows both.
const footnotes = ['gfmFootnoteCall', 'gfmFootnoteDefinition', 'gfmPotentialFootnoteCall']

const extension = {
  text: {
    [asterisk]: [sign, besideLetter],
    ...{ [underscore]: sign, [backtick]: backticks, [backslash]: [markInPath, escapedMark] },
  },
  string: { [backslash]: escapedMark },
  // Indented lines are no code, '<M8>' is no HTML, '[A1]: M8' is no hidden address, and a path may end with a backslash.
  disable: {
    null: ['codeIndented', 'htmlFlow', 'htmlText', 'definition', 'characterEscape', 'hardBreakEscape', ...footnotes],
  },
}

/** Leaves signs of technical texts alone. A plugin of remark. */
export function plainMarks(this: unknown): void {
  const { data } = this as { data: () => { micromarkExtensions?: unknown[] } }
  const settings = data.call(this)
  settings.micromarkExtensions = [...(settings.micromarkExtensions ?? []), extension]
}
