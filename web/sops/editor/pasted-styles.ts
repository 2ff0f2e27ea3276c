/**
 * Writes what a page prints bold, slanted or crossed out (a step that does not count any more must not come back as one that does) as elements, and
 * raised or lowered signs as such (10³ must not become 103).
 * @returns whether signs were raised or lowered
 */
export function markStyles(body: HTMLElement): boolean {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  const styled = texts.filter((text) => !text.parentElement?.closest('pre, code')).map(styleOf)
  for (const { text, shift } of styled) {
    const value = text.data.replace(/[\s\u00a0]+/g, ' ')
    text.data = shift ? shifted(value, shift) : value
  }
  for (const element of body.querySelectorAll(drawn)) element.replaceWith(...element.childNodes)
  let last: Element | undefined
  for (const { text, names } of styled) if (text.data.trim()) last = enclose(text, names, last)
  return styled.some(({ shift }) => shift !== null)
}

const drawn =
  'span, b, strong, i, em, u, s, strike, del, ins, sup, sub, font, o\\:p, blockquote[style*="border:none"], blockquote[style*="border: none"]'

function styleOf(text: Text) {
  const element = text.parentElement as Element
  const names = [isBold(element) && 'strong', isSlanted(element) && 'em', isStruck(element) && 'del']
  return { text, shift: shiftOf(element), names: names.filter((name) => name !== false) }
}

/** The elements stand close to the words. Neighbours that look the same are one: '**10³**', not '**10****³**'. */
function enclose(text: Text, names: string[], last: Element | undefined): Element | undefined {
  if (names.length === 0) return undefined
  const { data } = text
  const words = data.trim()
  const start = data.slice(0, data.length - data.trimStart().length)
  const end = words && data.slice(data.trimEnd().length)
  const between = text.previousSibling
  const isBlank = between instanceof Text && !between.data.trim()
  const before = isBlank ? between.previousSibling : between
  const signature = names.join()
  const isSame = last?.getAttribute('data-names') === signature && before === last
  if (last && isSame) {
    const inner = innermost(last)
    inner.append((isBlank ? between.data : '') + start + words)
    if (isBlank) between.remove()
    keepEnd(text, end)
    return last
  }
  const [outer, ...others] = names.map((name) => document.createElement(name))
  if (!outer) return undefined
  outer.setAttribute('data-names', signature)
  for (const [at, other] of others.entries()) (others[at - 1] ?? outer).append(other)
  innermost(outer).append(words)
  text.before(...[start, outer].filter(Boolean))
  keepEnd(text, end)
  return outer
}

function keepEnd(text: Text, end: string) {
  if (end) text.data = end
  else text.remove()
}

const innermost = (element: Element): Element =>
  element.firstElementChild ? innermost(element.firstElementChild) : element

/** The style that is written on an element. The content security policy empties `element.style` of a page that is parsed. */
function styleIn(element: Element): CSSStyleDeclaration {
  const { style } = document.createElement('span')
  style.cssText = element.getAttribute('style') ?? ''
  return style
}

/** The nearest element that decides. Google Docs encloses everything in <b style="font-weight:normal">. */
function isBold(element: Element): boolean {
  const decides = element.closest('b, strong, [style*="font-weight"]')
  const weight = decides && styleIn(decides).fontWeight
  return weight ? weight === 'bold' || Number(weight) >= 600 : decides?.matches('b, strong') === true
}

function isSlanted(element: Element): boolean {
  const decides = element.closest('i, em, [style*="font-style"]')
  const style = decides && styleIn(decides).fontStyle
  return style ? style === 'italic' : decides?.matches('i, em') === true
}

const isStruck = (element: Element) => element.closest('s, strike, del, [style*="line-through"]') !== null

function shiftOf(element: Element): '^' | '_' | null {
  const found = element.closest('sup, sub, [style*="vertical-align"]')
  if (!found) return null
  const align = styleIn(found).verticalAlign || found.tagName.toLowerCase()
  if (align.startsWith('sup')) return '^'
  return align.startsWith('sub') ? '_' : null
}

/** '³' for a raised '3', '^3a' where a character has no raised form. '1st' and 'TM' stay as they are. */
function shifted(text: string, shift: '^' | '_'): string {
  const forms = shift === '^' ? raised : lowered
  const characters = [...text]
  if (characters.every((character) => forms.has(character)))
    return characters.map((character) => forms.get(character)).join('')
  if (shift === '^' && /^(?:st|nd|rd|th|tm|[^\p{L}\p{N}]*)$/iu.test(text.trim())) return text
  return shift + (/^[\p{L}\p{N}]+$/u.test(text) ? text : `(${text})`)
}

const formsOf = (plain: string, shifted: string) =>
  new Map([...plain].map((character, at) => [character, [...shifted][at]]))
const raised = formsOf('0123456789+-−–=()n', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ⁿ')
const lowered = formsOf('0123456789+-−–=()aeoxhklmnpst', '₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜ')
