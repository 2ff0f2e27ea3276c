import type { MountedRoute } from '../mount.ts'
import { hasPreview } from '../previews.ts'
import type { Operation } from './operations.ts'
import { type JsonObject, refTo } from './shapes.ts'

type Answers = Record<string, { description?: string; headers?: Record<string, JsonObject>; content?: JsonObject }>

/**
 * Describes what a change answers that is only tried (`X-Preview`): its own fields, and those of a preview. As a second shape they would make each
 * answer a choice of two for programs that never try a change.
 */
export function describePreviews(document: JsonObject, routeOf: Map<string, MountedRoute>): void {
  const { schemas } = document.components as { schemas: Record<string, JsonObject> }
  const { required, properties, ...stated } = schemas.ChangePreview as JsonObject & {
    required: string[]
    properties: JsonObject
  }
  const fields = { ...stated, properties: { ...properties, answer: olderPlace } }
  const description = 'A `ChangePreview` in the answer to `X-Preview`; any other answer has none of these fields.'
  schemas.ChangePreview = { ...fields, required }
  schemas.PreviewFields = { ...fields, description, examples: [{}] }
  for (const path of Object.values(document.paths as Record<string, Record<string, Operation>>))
    for (const { operationId, responses } of Object.values(path)) {
      const route = routeOf.get(operationId)
      if (route && hasPreview(route)) addPreview(responses as Answers, route.status)
    }
}

const olderPlace = {
  ...{ type: ['object', 'string', 'null'], additionalProperties: true, deprecated: true, examples: [null] },
  description:
    'The older place of the fields that the change would answer, which stand beside it; null when it answers none. Where one of them is called so, it is that field',
}

/** @param status of the change itself */
function addPreview(answers: Answers, status: number): void {
  const own = answers[status]?.content?.['application/json'] as { schema: JsonObject } | undefined
  const withPreview = (name: string) => ({
    content: { 'application/json': { schema: own ? { allOf: [own.schema, refTo(name)] } : refTo(name) } },
  })
  if (status !== 200) answers[200] = { description: 'What `X-Preview` asks for', ...withPreview('ChangePreview') }
  else {
    answers[200] = { ...answers[200], ...withPreview('PreviewFields') }
    // A preview has no ETag.
    delete answers[200].headers?.ETag?.required
  }
}
