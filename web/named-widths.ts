import type { UserConfig } from 'vite'
import { widths } from './shared/page/widths.ts'

/** Lets style sheets name the widths of widths.ts: `@media (--phone)`. An unknown name fails the build. */
export const namedWidths: UserConfig['css'] = {
  postcss: {
    plugins: [
      {
        postcssPlugin: 'named-widths',
        AtRule: {
          media(rule) {
            rule.params = rule.params.replaceAll(/\(--([\w-]+)\)/g, (_, name: string) => widthOf(name))
          },
        },
      },
    ],
  },
}

function widthOf(name: string): string {
  const width = new Map(Object.entries(widths)).get(name)
  if (!width) throw new Error(`web/shared/page/widths.ts has no width called ${name}`)
  return width
}
