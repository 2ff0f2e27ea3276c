import type { Tool as McpTool } from '@modelcontextprotocol/server'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { lackingArea } from 'contract/identity/token-areas.ts'
import { type Action, can } from 'contract/permissions.ts'
import { companyPath } from 'contract/route.ts'
import { suggestable } from 'contract/suggestions/suggestions.ts'
import type { Identity } from '../platform/database/caller.ts'
import { type Procedure, procedures } from '../platform/http/procedures.ts'
import { procedureNamed } from './requests.ts'

/** What a program may read: the records that people work with, not people, connections or money from outside. */
const readable: Action[] = ['inventory.read', 'activity.read', 'sop.read', 'task.read', 'time.read']

type Schema = { type: 'object'; properties: NonNullable<McpTool['inputSchema']['properties']>; required: string[] }

export type Tool = {
  name: string
  description: string
  inputSchema: Schema
  isSuggestion: boolean
  procedure: Procedure
}

const converter = new ZodToJsonSchemaConverter()

/** Of a procedure, without the company: the address of the endpoint names it. */
async function schemaOf({ input }: Procedure): Promise<Schema> {
  const [, schema] = input ? await converter.convert(input, { strategy: 'input' }) : [false, {}]
  const { properties = {}, required = [] } = schema as Pick<McpTool['inputSchema'], 'properties' | 'required'>
  const { companyId: _, ...rest } = properties
  return { type: 'object', properties: rest, required: required.filter((name) => name !== 'companyId') }
}

const nameOf = ({ name }: Procedure) => name.replace('.', '_')

/** Reads a list or a record, as GET does. */
async function readingTool(procedure: Procedure): Promise<Tool> {
  const { summary: description } = procedure
  return {
    name: nameOf(procedure),
    description,
    inputSchema: await schemaOf(procedure),
    isSuggestion: false,
    procedure,
  }
}

/** Suggests a change. */
async function suggestingTool(procedure: Procedure): Promise<Tool> {
  const { properties, required } = await schemaOf(procedure)
  const isVersioned = procedure.meta.versioned === true
  const added = {
    ...(isVersioned && {
      editedVersion: { type: 'integer', description: 'The version of the record that you have read' },
    }),
    // Not `reason`: a movement of stock has one of its own.
    why: { type: 'string', maxLength: 1_000, description: 'For the person who decides' },
  }
  return {
    name: `suggest_${nameOf(procedure)}`,
    description: `${procedure.summary}: suggests it to a person, and says what would change. Nothing changes until they accept it`,
    inputSchema: {
      ...{ type: 'object', properties: { ...properties, ...added } },
      required: [...required, ...(isVersioned ? ['editedVersion'] : [])],
    },
    isSuggestion: true,
    procedure,
  }
}

let made: Promise<Map<string, Tool>> | undefined

/** All tools by name: made from the contract once, like the document of the API. */
export function allTools(): Promise<Map<string, Tool>> {
  const reading = procedures.filter(
    ({ method, path, meta }) =>
      method === 'GET' &&
      path.startsWith(companyPath) &&
      meta.answer === undefined &&
      readable.includes(meta.needs as Action),
  )
  made ??= Promise.all([...reading.map(readingTool), ...suggestable.map(procedureNamed).map(suggestingTool)]).then(
    (tools) => new Map(tools.map((tool) => [tool.name, tool])),
  )
  return made
}

/** Whether somebody has the rights of a tool: others do not hear of it. */
export function mayUse({ role, isReadOnly, areas }: Identity, { procedure, isSuggestion }: Tool): boolean {
  const reaches = (name: string) => !areas || !lackingArea(areas, name, isSuggestion)
  const isAllowed = can(role, procedure.meta.needs as Action) && reaches(procedure.name)
  if (!isSuggestion) return isAllowed
  return isAllowed && !isReadOnly && can(role, 'suggestion.decide') && reaches('suggestions.create')
}
