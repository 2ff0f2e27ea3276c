import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { contract } from 'contract/index.ts'
import { version } from 'contract/version.ts'
import { z } from 'zod'
import { limitInWords } from '../../fairness/rate-limits.ts'
import type { MountedRoute } from '../mount.ts'
import { procedures } from '../procedures.ts'
import { readDocstrings } from './docstrings.ts'
import { addExamples, exampleId } from './examples.ts'
import { describeImportProblems } from './import-problem-codes.ts'
import { exportedShapes, nameSchemas } from './named-schemas.ts'
import { describeOperation, type Operation, securitySchemes, sharedParameters, tagsOf } from './operations.ts'
import { describePreviews } from './preview-answers.ts'
import { problemComponents, withProblemData } from './problems.ts'
import { describeRules, rulesOf } from './rules.ts'
import { type Json, type JsonObject, tidy } from './shapes.ts'
import { describeWebhooks } from './webhooks.ts'

/**
 * The document of the API, OpenAPI 3.1, from the contract and the mounted routes.
 * @param limitFactor RATE_LIMIT
 */
export async function makeDocument(routes: MountedRoute[], limitFactor: number): Promise<object> {
  const routeOf = new Map(routes.map((route) => [route.name, route]))
  const docstrings = await readDocstrings()
  const queries = (await exportedShapes()).filter(([name]) => name.endsWith('Query'))
  // The input of a change is its body, which has its rules itself.
  const sentencesOf = new Map(
    procedures.map(({ name, method, input }) => {
      const query = queries.find(([, shape]) => extendsShape(input, shape))?.[0] ?? ''
      const texts = [docstrings.get(name) ?? '', docstrings.get(query) ?? '']
      return [name, [...texts, ...(method === 'GET' ? rulesOf(input) : [])]]
    }),
  )
  const converter = new ZodToJsonSchemaConverter({ interceptors: [describeRules] })
  const generator = new OpenAPIGenerator({ schemaConverters: [converter] })
  const document = await generator.generate(contract, {
    filter: ({ path }) => routeOf.has(path.join('.')),
    info: { title: 'SBR Operations', version, description: descriptionOf(limitFactor), license, contact },
    servers: [{ url: '/api' }],
    security: [{ token: [] }, { session: [] }],
    tags: tagsOf(Object.keys(contract)),
    components: { securitySchemes, parameters: sharedParameters, ...(problemComponents as object) },
  })
  for (const operations of Object.values(document.paths ?? {}) as Record<string, Operation>[])
    for (const operation of Object.values(operations)) {
      const route = routeOf.get(operation.operationId)
      const limit = route?.meta.limit && limitInWords(route.meta.limit, limitFactor)
      const own = limit
        ? [`A person has ${limit}, together with all operations of the limit \`${route.meta.limit}\``]
        : []
      if (!route) continue
      describeOperation(operation, route, [...(sentencesOf.get(operation.operationId) ?? []), ...own])
      if (operation.requestBody && (await needsBody(route))) operation.requestBody.required = true
    }
  const whole = Object.assign(document, { webhooks: await describeWebhooks(converter) })
  await nameSchemas(whole, converter, docstrings)
  describePreviews(whole as unknown as JsonObject, routeOf)
  describeImportProblems((whole.components as { schemas: Record<string, JsonObject> }).schemas)
  return addExamples(withProblemData(tidy(document as unknown as Json)) as JsonObject)
}

const descriptionOf = (factor: number) => [...paragraphs, ...limitsInWords(factor)].join('\n\n')

/** What holds for the limits of all operations. */
function limitsInWords(factor: number): string[] {
  const [read, write, stranger] = (['read', 'write', 'stranger'] as const).map((name) => limitInWords(name, factor))
  if (!read) return []
  return [
    `A person has ${read} with GET and ${write} with other methods, over all tokens and sessions together; an operation may state a limit of its own. A request without a valid token counts for its address in the same way, and one address has ${stranger} with tokens that are new to this server. One more is answered 429: \`Retry-After\` says how many seconds to wait. With a token each answer has what is left: \`RateLimit: "read";r=1199;t=60\` are 1,199 requests within the next 60 seconds.`,
  ]
}

const paragraphs = [
  'Send a personal access token as `Authorization: Bearer …`; [make one](/settings/account/tokens/new) in Settings. `GET /session` has the ids of your companies and the `permissions` of your role: “Needs `task.edit`” names the one that an operation needs.',
  'A client in TypeScript: openapi-fetch with the types of `openapi-typescript /api/openapi.json --default-non-nullable false`. Without that option a request must have each field that has a default. The body of an upload is the file itself: give a `Blob`, its type in `content-type`, and the client the `bodySerializer` `(body: unknown) => (body instanceof Blob ? body : JSON.stringify(body))`; `parseAs: "blob"` reads a file.',
  'A change takes `Idempotency-Key` where its operation lists it (a new text for each change, such as a UUID): for 24 hours the same key gives the same answer and one effect. A failure is not kept. When a connection is lost, send the same request with the same key; while the first one is still under way, it waits for its answer some seconds, and then is a 503. A secret is shown only the first time, and then 409. An operation without it asks a service or keeps nothing: sent again, it is done again.',
  'A change of a record with a version needs `If-Match: version`: a stale version answers 409, none answers 428, and `If-Match: *` overwrites whatever is stored.',
  'With `X-Preview: 1` a change of a company is only tried: the answer also has `changes`, what the log would say, and nothing is written.',
  'A record has its version in `ETag`, a new one its address in `Location`, and a page of a list the pages beside it in `Link`, as paths of this server. `cursor=start` reads a whole list: follow `Link`. `updatedSince` narrows it to what was changed since then; a deleted record is in no list: the feed names it. `total` of a narrowed list stops at 10,000 (`isCapped`).',
  'A webhook sends each change to an address of yours, signed: `webhooks` in the document for programs describes it, and the [User Guide](/guide/webhooks) shows how to check it. The feed gives the same changes, with the same ids, to programs that ask.',
  'Money is a number in dollars, unless a `currency` stands beside it; a quantity is in the unit of its item. A moment (`…At`) has its zone; a day (`…On`) is one of the calendar of the company. An unknown field or parameter is refused (400), and an id in an address that is unknown or of another company is a 404, one in a body a 400 or 422 that names its field.',
  'An assistant that speaks the Model Context Protocol connects to `/companies/{companyId}/mcp` with a token: it reads, and suggests changes for a person to accept. The company must allow it.',
  'A method that an address does not have answers 405. Each answer has an `x-request-id`: name it when you ask about a failure.',
]

const license = { name: 'Private', identifier: 'LicenseRef-Private' }
const contact = { name: 'SBR: write to us in Settings, Utilities' }

/** Whether a request without a body is refused, although no single field is required: a batch needs at least one record. */
async function needsBody({ name, path }: MountedRoute): Promise<boolean> {
  const { input } = procedures.find((one) => one.name === name) ?? {}
  const ofPath = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key, exampleId]))
  const { error } = (await input?.safeParseAsync(ofPath)) ?? {}
  return error?.issues.some(({ path: [field] }) => field === undefined) ?? false
}

/** Whether an input has all fields of a query. */
function extendsShape(input: z.ZodType | undefined, query: z.ZodType): boolean {
  if (!(input instanceof z.ZodObject && query instanceof z.ZodObject)) return false
  const fields = new Set(Object.values(input.shape))
  return Object.values(query.shape).every((field) => fields.has(field))
}
