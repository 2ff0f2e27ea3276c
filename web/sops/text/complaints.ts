const rules: [pattern: RegExp, complaint: string][] = [
  [
    /!\[[^[\]\n]{0,200}\]\((?:https?:|data:|\/\/)/i,
    'Pictures from other addresses are not shown: paste or drop the picture here.',
  ],
  [/\]\(\s{0,3}(?:http:|\/\/)/i, 'Links must begin with https://.'],
  [/\]\(\s{0,3}(?:javascript|data|vbscript|file):/i, 'Links to scripts and data are removed.'],
  [/<\/?[a-z][a-z0-9]{0,20}[\s/>]/i, 'HTML is shown as text.'],
]

/** The parts of a text that will not be shown as the author may expect, in words. */
export const complaintsOf = (text: string): string[] =>
  rules.filter(([pattern]) => pattern.test(text)).map(([, complaint]) => complaint)
