import { z } from 'zod'
import type { CallContext, Connection, Provider } from '../provider.ts'
import { ServiceError } from '../service-error.ts'
import { askOpenai } from './openai-call.ts'

const Model = z.object({ id: z.string() })
const Models = z.object({ data: z.array(Model) })

/** The models that the key may use, by name. @throws {ServiceError} in words, also when the key may not list them */
export async function listModels(connection: Connection, context: CallContext): Promise<string[]> {
  const listed = await askOpenai(connection, context, { operation: 'List models', path: 'models', shape: Models })
  if ('isForbidden' in listed) throw new ServiceError('This key may not list models: type the name of one')
  return listed.data.map(({ id }) => id).toSorted()
}

export const openai: Provider = {
  name: 'openai',
  home: () => 'https://api.openai.com/v1',
  standIn: ({ openai: base }) => base,

  async test(connection, context) {
    const { model } = connection.config
    const operation = 'Test connection'
    const listed = await askOpenai(connection, context, { operation, path: 'models', shape: Models })
    // The key of a project may have no right to list models. Then asking for the chosen model shows whether the key works.
    if ('isForbidden' in listed) {
      if (!model) return { message: 'The key is accepted; it may not list models', account: null }
      const path = `models/${encodeURIComponent(model)}`
      const one = await askOpenai(connection, context, { operation, path, shape: Model })
      const may = 'isForbidden' in one ? '' : `, and may use ${model}`
      return { message: `The key is accepted${may}; it may not list models`, account: null }
    }
    const ids = listed.data.map(({ id }) => id)
    if (model && !ids.includes(model)) throw new ServiceError(`This account has no model named ${model}`)
    return {
      message: `Connected to OpenAI: ${ids.length} models${model ? `, ${model} among them` : ''}`,
      account: null,
    }
  },
}
