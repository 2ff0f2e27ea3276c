import { z } from 'zod'
import { readable } from '../calls/service-call.ts'
import { ServiceError } from '../calls/service-error.ts'
import type { CallContext, Connection, Provider } from '../provider.ts'
import { askOpenai } from './openai-call.ts'

const Model = z.object({ id: z.string() })
const Models = z.object({ data: readable(Model) })

/** The models that the key may use and that write text, by name. @throws {ServiceError} in words, also when the key may not list them */
export async function listModels(connection: Connection, context: CallContext): Promise<string[]> {
  const listed = await askOpenai(connection, context, { operation: 'List models', path: 'models', shape: Models })
  if ('forbidden' in listed)
    throw new ServiceError(`This key may not list models: type the name of one${because(listed.forbidden)}`)
  const ids = new Set(listed.data.map(({ id }) => id))
  return [...ids].filter((id) => id !== '' && id.length <= 200 && writesText(id)).toSorted()
}

/** OpenAI says nowhere what a model is for, so its name has to: speech, pictures, embeddings and the like answer no question. */
const writesText = (id: string) =>
  !/(^|[-_:])(audio|babbage|computer-use|dall-e|davinci|deep-research|embedding|embed|image|images|instruct|moderation|realtime|search|sora|speech|transcribe|translate|tts|whisper)([-_:]|$|\d)/i.test(
    id,
  )

const because = (words: string) => `. OpenAI says: ${words}`

/** @throws {ServiceError} when there is no such model */
function readModel(connection: Connection, context: CallContext, model: string) {
  const path = `models/${encodeURIComponent(model)}`
  return askOpenai(connection, context, { operation: 'Test connection', path, shape: Model })
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
    if ('forbidden' in listed) {
      const mayUse = model && !('forbidden' in (await readModel(connection, context, model)))
      const may = mayUse ? `, and may use ${model}` : ''
      return { message: `The key is accepted${may}; it may not list models${because(listed.forbidden)}`, account: null }
    }
    const ids = listed.data.map(({ id }) => id)
    // The list may leave out models that the account has, such as its own.
    if (model && !ids.includes(model)) await readModel(connection, context, model)
    if (model && !writesText(model)) throw new ServiceError(`${model} does not write text: choose another model`)
    return {
      message: `Connected to OpenAI: ${ids.filter(writesText).length} models${model ? `, ${model} among them` : ''}`,
      account: null,
    }
  },
}
