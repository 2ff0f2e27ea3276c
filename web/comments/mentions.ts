/** People in a text: '@' and their name. */

export type Mention = { id: string; name: string | null }

const longestSearch = 40

/** The text typed after the '@' before the caret; null when nobody is being mentioned. */
export function mentionAt(text: string, caret: number): string | null {
  const before = text.slice(Math.max(0, caret - longestSearch), caret)
  const at = before.lastIndexOf('@')
  if (at < 0 || /\S/.test(before.charAt(at - 1))) return null
  const typed = before.slice(at + 1)
  return typed.includes('\n') ? null : typed
}

/** The text with the name instead of the text typed after the '@'. */
export function withMention(text: string, caret: number, name: string): string {
  const at = text.lastIndexOf('@', caret - 1)
  return `${text.slice(0, at)}@${name} ${text.slice(caret)}`
}

/** The chosen people who are still in the text, each once. */
export const mentionedIn = (text: string, chosen: Mention[]): Mention[] =>
  chosen.filter(
    ({ id, name }, place) =>
      name !== null && text.includes(`@${name}`) && chosen.findIndex((other) => other.id === id) === place,
  )
