import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildSchema, type GraphQLSchema } from 'graphql'

export const schemaFile = fileURLToPath(new URL('admin-2026-10.gen.graphql', import.meta.url))

let schema: GraphQLSchema | undefined

/** Shopify's own schema, version 2026-10; read once per process. */
export function adminSchema(): GraphQLSchema {
  schema ??= buildSchema(readFileSync(schemaFile, 'utf8'), {
    assumeValidSDL: true,
    assumeValid: true,
    noLocation: true,
  })
  return schema
}
