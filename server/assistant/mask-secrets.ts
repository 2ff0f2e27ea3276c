/** Replacements for data that no model needs: addresses of persons, and numbers of accounts and telephones. */
const rules: [pattern: RegExp, stand: string][] = [
  [/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g, '[e-mail]'],
  // IBAN, with or without blanks between its groups of four
  [/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g, '[account]'],
  // 0170-1234567, +1 (555) 123-4567, 4111 1111 1111 1111
  [/(?<![\w.,-])\+?\(?\d{2,4}\)?(?:[ /-]\(?\d{3,8}\)?){1,4}(?![\w-])/g, '[number]'],
  [/(?<![\w.,-])\+?\d{8,20}(?![\w-])/g, '[number]'],
]

/** A text without parts that look like an e-mail address, an account or a telephone number. Names stay: they look like other words. */
export const maskSecrets = (text: string): string =>
  rules.reduce((now, [pattern, stand]) => now.replace(pattern, stand), text)
