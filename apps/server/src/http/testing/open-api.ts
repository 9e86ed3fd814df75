import { fromJSONSchema } from 'zod'

/** As much of JSON Schema as the document uses. */
export interface JsonSchema {
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

interface Content {
  headers?: Record<string, unknown>
  content?: Record<string, { schema?: JsonSchema }>
}

export interface Operation {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
  parameters: { in: 'path' | 'query' | 'header'; name: string; required?: boolean; schema: JsonSchema }[]
  bodies: { type: string; schema: JsonSchema }[]
  responses: Record<string, Content>
}

interface Described {
  parameters?: Operation['parameters']
  requestBody?: Content
  responses: Operation['responses']
}

/** Every call that the OpenAPI document describes. */
export function operationsOf(document: { paths: Record<string, Record<string, Described>> }): Operation[] {
  return Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, call]) => ({
      method: method.toUpperCase() as Operation['method'],
      path,
      parameters: call.parameters ?? [],
      bodies: Object.entries(call.requestBody?.content ?? {}).map(([type, { schema }]) => ({
        type,
        schema: schema ?? {},
      })),
      responses: call.responses,
    })),
  )
}

export const nameOf = ({ method, path }: Operation): string => `${method} ${path}`

type Validator = ReturnType<typeof fromJSONSchema>
const validators = new WeakMap<JsonSchema, Validator>()

/** What is wrong with an answer by the document; null when it fits. */
export function misfitOf(
  operation: Operation,
  answer: { status: number; contentType: string; text: string; location?: string | undefined },
): string | null {
  if (answer.status >= 300 && answer.status < 400) return misfitOfRedirect(operation, answer)
  const described = operation.responses[String(answer.status)] ?? operation.responses.default
  if (!described) return `status ${answer.status} is not described`
  if (!answer.contentType.startsWith('application/json')) {
    return answer.status < 400 ? null : `an error comes as ${answer.contentType}`
  }
  const schema = described.content?.['application/json']?.schema
  if (!schema) return `no schema for ${answer.status}`
  const validator = validators.get(schema) ?? fromJSONSchema(schema as Parameters<typeof fromJSONSchema>[0])
  validators.set(schema, validator)
  const checked = validator.safeParse(JSON.parse(answer.text))
  return checked.success ? null : `${answer.status} ${checked.error.message} in ${answer.text.slice(0, 300)}`
}

/** That a call may lead elsewhere has to be described by itself: clients do not follow every redirect. */
function misfitOfRedirect(
  { responses }: Operation,
  { status, location }: { status: number; location?: string | undefined },
): string | null {
  if (!responses[String(status)]?.headers?.location) return `a redirect by ${status} is not described`
  return location ? null : `${status} leads nowhere`
}
