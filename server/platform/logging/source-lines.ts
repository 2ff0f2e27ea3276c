// Each program of the bundle loads this first (scripts/bundle.mjs): a stack trace names the files and lines of the sources. Node's own support reads
// all maps at the start, which takes 60 MB and a third of the time; this reads one when a stack is asked for.

import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'

const maps = new Map<string, WeakRef<SourceMap>>()

Error.prepareStackTrace = (error, frames) =>
  [Error.prototype.toString.call(error), ...frames.map((frame) => `    at ${withSource(String(frame))}`)].join('\n')

/** @param frame 'start (file:///…/dist/main.js:1:2345)' */
function withSource(frame: string): string {
  return frame.replace(/(file:\S+\/dist\/[\w.-]+\.js):(\d+):(\d+)/, (place, file, line, column) => {
    try {
      const { originalSource, originalLine, originalColumn } = mapOf(file).findEntry(line - 1, column - 1) as Mapping
      return originalSource ? `${new URL(originalSource, file)}:${originalLine + 1}:${originalColumn + 1}` : place
    } catch {
      return place // the bundle was built anew meanwhile
    }
  })
}

type Mapping = { originalSource?: string; originalLine: number; originalColumn: number }

function mapOf(file: string): SourceMap {
  const kept = maps.get(file)?.deref()
  if (kept) return kept
  const map = new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')))
  maps.set(file, new WeakRef(map))
  return map
}
