import type { Compilable, CompiledQuery, RawBuilder } from 'kysely'
import type { Db } from './handle.ts'

type Query = Compilable<unknown> | RawBuilder<unknown>
type Built = { compiled: CompiledQuery; names: string[] }

const built = new WeakMap<object, Map<string, Built>>()

/** Stands for a value while a statement is built. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query whose text is made once: building it with Kysely takes longer than the driver and the answer of a short read together.
 * @param owner the shape or the source of the query, so that no other module gets its text
 * @param values what differs from one execution to the next; `build` gets a placeholder for each of them
 * @param variant tells apart the texts of one owner: order, filters
 * @throws when `build` uses any other value: the first caller's would serve everybody
 */
export const compiledOnce = <Values extends object>(
  owner: object,
  values: Values,
  build: (placeholders: Values) => Query,
  variant = '',
): Compilable<unknown> => ({
  compile(db?: Db) {
    const variants = built.getOrInsertComputed(owner, () => new Map<string, Built>())
    const make = () => buildWith(Object.keys(values), build as never, db as Db)
    const { compiled, names } = variants.getOrInsertComputed(variant, make)
    return { ...compiled, parameters: names.map((name) => values[name as keyof Values]) }
  },
})

function buildWith(names: string[], build: (placeholders: object) => Query, db: Db): Built {
  const placeholders = Object.fromEntries(names.map((name) => [name, new Placeholder(name)]))
  const compiled = build(placeholders).compile(db) as CompiledQuery
  return {
    compiled,
    names: compiled.parameters.map((parameter) => {
      if (parameter instanceof Placeholder) return parameter.name
      throw new Error(`A statement that is compiled once holds a value: ${compiled.sql}`)
    }),
  }
}
