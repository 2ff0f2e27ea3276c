/** What a span says of its work: nothing of a person, and no value of a statement. */
export type Attributes = Record<string, string | number>

/** Runs work as a span. The work may describe it further. */
export type Trace = <T>(name: string, attributes: Attributes, work: (describe: Describe) => Promise<T>) => Promise<T>
type Describe = (attributes: Attributes) => void

let trace: Trace | undefined

/** From now on `traced` makes spans (spans.ts, whose packages are loaded only with OTEL_EXPORTER_OTLP_ENDPOINT); undefined: no longer. */
export function traceBy(by: Trace | undefined): void {
  trace = by
}

export const traced: Trace = (name, attributes, work) => (trace ? trace(name, attributes, work) : work(ignore))

/** The span of a statement has the name of its first words and of its first table: `select parts`. */
export function tracedStatement<T>(sql: string, send: () => Promise<T>): Promise<T> {
  if (!trace) return send()
  const [, verb = 'statement'] = /^\s*(\w+)/.exec(sql) ?? []
  const [, table] = /\b(?:from|into|update|join|call)\s+(?:only\s+)?("?[a-z_][\w.$"]*)/i.exec(sql) ?? []
  const name = [verb.toLowerCase(), table?.replaceAll('"', '')].filter(Boolean).join(' ')
  return trace(name, { 'db.system.name': 'postgresql', 'db.query.summary': name }, send)
}

const ignore = () => undefined
