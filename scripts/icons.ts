/** `node scripts/run.mjs scripts/icons.ts`: draws the icons of the installed product from web/public/favicon.svg. Needs Chromium. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium } from './chromium.mjs'
import { root } from './screens/demo-server.ts'

const folder = join(root, 'web/public')

/** `bleed`: the colour reaches the edges and the drawing keeps a distance from them, for systems that cut icons into their own shape. */
const icons = [
  { name: 'icon-192.png', size: 192, bleed: false },
  { name: 'icon-512.png', size: 512, bleed: false },
  { name: 'icon-maskable-512.png', size: 512, bleed: true },
  { name: 'apple-touch-icon.png', size: 180, bleed: true },
]

const mark = await readFile(join(folder, 'favicon.svg'), 'utf8')
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  for (const { name, size, bleed } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    const inner = bleed ? size * 0.8 : size
    const svg = mark
      .replace('<svg ', `<svg width="${inner}" height="${inner}" `)
      .replace(/rx="\d+"/, bleed ? 'rx="0"' : 'rx="6"')
    const background = bleed ? /fill="(#\w+)"/.exec(mark)?.[1] : 'transparent'
    await page.setContent(
      `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${background}">${svg}</body>`,
    )
    await writeFile(join(folder, name), await page.screenshot({ omitBackground: true }))
    await page.close()
  }
} finally {
  await browser.close()
}
