import { useState } from 'react'
import classes from './api-docs.module.css'
import { nameOf, type Schema } from './api-document.ts'
import { WithCode } from './with-code.tsx'

type Schemas = Record<string, Schema>

/** The fields of a schema; those of a schema within it come when they are opened, since a tree may contain itself. */
export function SchemaView({ schema, schemas }: { schema: Schema; schemas: Schemas }) {
  const { properties = {}, required = [], description } = fieldsOf(schema, schemas)
  const fields = Object.entries(properties)
  if (fields.length === 0) return <p className={classes.faint}>{wordsOf(schema, schemas)}</p>
  const list = (
    <ul className={`mb-2 ${classes.fields}`}>
      {fields.map(([name, field]) => (
        <li key={name}>
          <code className="mr-2">{name}</code>
          {required.includes(name) && <span className="text-accent text-xs mr-2">required</span>}{' '}
          <span className={classes.faint}>{wordsOf(field, schemas)}</span>
          {field.description && (
            <span>
              {' '}
              <WithCode text={field.description} />
            </span>
          )}
          <ProblemKinds schema={field} />
          <Inner schema={innerOf(field)} schemas={schemas} />
        </li>
      ))}
    </ul>
  )
  if (!description) return list
  return (
    <>
      <p>
        <WithCode text={description} />
      </p>
      {list}
    </>
  )
}

/** What a program does about each code of a problem. */
function ProblemKinds({ schema: { 'x-problem-kinds': kinds } }: { schema: Schema }) {
  if (!kinds) return null
  return (
    <details>
      <summary>What to do about each</summary>
      <ul className={classes.fields}>
        {Object.entries(kinds).map(([code, { kind, answer, params }]) => (
          <li key={code}>
            <code>{code}</code> {kind}
            {answer && `, answered by ${answer.join(' or ')}`}
            {params.length > 0 && <span className={classes.faint}>; params: {params.join(', ')}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Inner({ schema, schemas }: { schema: Schema; schemas: Schemas }) {
  const [isOpen, setIsOpen] = useState(false)
  if (Object.keys(fieldsOf(schema, schemas).properties ?? {}).length === 0) return null
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{schema.$ref ? nameOf(schema.$ref) : 'Its fields'}</summary>
      {isOpen && <SchemaView schema={schema} schemas={schemas} />}
    </details>
  )
}

/** What a list holds, or a field that may be null. */
function innerOf(schema: Schema): Schema {
  if (schema.items) return innerOf(schema.items)
  const choices = schema.anyOf ?? schema.oneOf
  return choices ? innerOf(choices.find(({ type }) => type !== 'null') ?? {}) : schema
}

/** The schema itself, of a reference that to which it leads, of parts their sum. */
function fieldsOf(schema: Schema, schemas: Schemas): Schema {
  if (schema.$ref) return fieldsOf(schemas[nameOf(schema.$ref)] ?? {}, schemas)
  if (!schema.allOf) return schema
  const parts = schema.allOf.map((part) => fieldsOf(part, schemas))
  return {
    ...(parts[0]?.description && { description: parts[0].description }),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  }
}

/** 'text, at most 100 characters'. */
export function wordsOf(schema: Schema, schemas: Schemas): string {
  if (schema.$ref) return wordsOf({ ...schemas[nameOf(schema.$ref)], properties: {} }, schemas)
  if ('const' in schema) return `always ${String(schema.const)}`
  if (schema['x-problem-kinds']) return `one of ${schema.enum?.length} codes`
  if (schema.enum) return `one of ${schema.enum.join(', ')}`
  if (schema.items) return `list of ${wordsOf(schema.items, schemas)}`
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((choice) => wordsOf(choice, schemas)).join(' or ')
  const limits = [
    schema.format,
    schema.maxLength && `at most ${schema.maxLength} characters`,
    schema.minimum !== undefined && `from ${schema.minimum}`,
    schema.maximum !== undefined && `to ${schema.maximum}`,
    schema.default !== undefined && `${String(schema.default)} by default`,
  ]
  return [[schema.type ?? 'object'].flat().join(' or '), ...limits].filter(Boolean).join(', ')
}
