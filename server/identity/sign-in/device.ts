import Bowser from 'bowser'

/**
 * The browser and the system in a User-Agent: 'Firefox 145 on Windows'. A script that sends only its name keeps that: 'curl'. Null when
 * nothing was sent, or nothing known. A browser can send anything, so this proves nothing; it only helps people to recognise their devices.
 */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent)
  const version = browser.version?.split('.')[0]
  const program = browser.name ? [browser.name, version].filter(Boolean).join(' ') : nameIn(userAgent)
  return [program, os.name].filter(Boolean).join(' on ') || null
}

/** The product name that a User-Agent begins with, when it is a plain one. */
const nameIn = (userAgent: string) => /^[A-Za-z][\w.-]{0,30}(?=\/|$)/.exec(userAgent)?.[0].replace(/^Mozilla$/, '')
