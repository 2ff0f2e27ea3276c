// Takes the first piece of a text, makes the character that separates its cells.

const longestLine = 1_000_000

/** Comma, semicolon or tab: the most frequent one outside quotes in the first line that is neither blank nor a '#' title. */
export function delimiterOf(text: string): string {
  const counts = { ',': 0, ';': 0, '\t': 0 }
  for (const [line] of text.slice(0, longestLine).matchAll(/[^\r\n]+/g)) {
    if (/^[\s,;]*$/.test(line) || /^#[^,;\t]*(?:[,;\t][\s,;]*)?$/.test(line)) continue
    for (const char of line.replace(/"[^"]*(?:"|$)/g, '')) {
      if (char in counts) counts[char as keyof typeof counts] += 1
    }
    break
  }
  if (counts[';'] > counts[','] && counts[';'] >= counts['\t']) return ';'
  return counts['\t'] > counts[','] ? '\t' : ','
}
