import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { PRODUCT_TITLE } from '@parley/contract'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { OPEN_POLICIES } from './policy.ts'
import { bracketedFields } from './validation/form-fields.ts'

const DOCS_PATH = '/api/docs'
const FORM = 'multipart/form-data'

/**
 * The plugin's own policy, without `upgrade-insecure-requests`: a browser would then load the page's scripts by https
 * from a server that has none, and the page would stay empty at any address but localhost.
 */
const DOCS_CSP = {
  'default-src': "'self'",
  'base-uri': "'self'",
  'frame-ancestors': "'self'",
  'img-src': ["'self'", 'data:'],
  'object-src': "'none'",
  'script-src-attr': "'none'",
}

const DETAIL = { type: 'object', properties: { detail: { type: 'string' } }, required: ['detail'] } as const
const FIELDS = {
  type: 'object',
  additionalProperties: { type: 'array', items: { type: 'string' } },
} as const
const REFUSAL = {
  description: 'A refusal: what is wrong, as a sentence or field by field',
  content: { 'application/json': { schema: { anyOf: [DETAIL, FIELDS] } } },
}

const LOCATION = { location: { description: 'The other address', schema: { type: 'string' } } }
const byFormerName = (isRead: boolean) => ({
  description: `Somebody had this username before: the same call at the present one${isRead ? '' : ', with the same method and body'}`,
  headers: LOCATION,
})

const WITH_LOGIN = { bearer: [] }

/** The description of a call by its schemas, and whether it needs a login: a call that does not may read it. */
const describeCall: typeof jsonSchemaTransform = document => {
  const described = jsonSchemaTransform(document)
  const { policy, leadsTo } = document.route.config ?? {}
  if (leadsTo !== undefined) Object.assign(described.schema, { response: { 302: redirectTo(leadsTo) } })
  const security = policy && OPEN_POLICIES.has(policy) ? [{}, WITH_LOGIN] : [WITH_LOGIN]
  return { ...described, schema: { ...described.schema, security } }
}

/** A redirect as the generator of the document reads it. */
const redirectTo = (description: string) => ({
  description,
  type: 'null',
  headers: { location: { type: 'string', description: LOCATION.location.description } },
})

/** Any call may be refused: said once for each in the document, beside the answers it names itself. */
function withRefusals(input: Parameters<typeof jsonSchemaTransformObject>[0]) {
  const document = jsonSchemaTransformObject(input)
  for (const [path, calls] of Object.entries(document.paths ?? {})) {
    for (const [method, call] of Object.entries(calls ?? {})) {
      if (!isOperation(call)) continue
      const moved = path.split('/').includes('{username}') ? movedBy(method) : {}
      nameFormFields(call)
      call.responses = { 401: REFUSAL, ...moved, ...call.responses, 400: REFUSAL, default: REFUSAL }
    }
  }
  return document
}

/** The same schema describes the JSON of a call, whose groups are objects. */
function nameFormFields({ requestBody }: Operation): void {
  const { [FORM]: form, ...others } = requestBody?.content ?? {}
  // A new object: the generator gives the content types of one call the same one.
  if (requestBody && form?.schema)
    requestBody.content = { [FORM]: { ...form, schema: bracketedFields(form.schema) }, ...others }
}

/** The answer to a call that names somebody by a former username, as in `movedTo`. */
function movedBy(method: string): Record<string, object> {
  return method === 'get' ? { 301: byFormerName(true) } : { 308: byFormerName(false) }
}

interface Operation {
  responses: Record<string, unknown>
  requestBody?: { content?: Record<string, { schema?: Parameters<typeof bracketedFields>[0] }> }
}

function isOperation(call: unknown): call is Operation {
  return typeof call === 'object' && call !== null && 'responses' in call
}

/** Serves the OpenAPI 3.1 document made from the schemas that validate, and its reference page. */
export async function registerOpenApi(app: FastifyInstance, publicOrigin: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${PRODUCT_TITLE} API`, version: '1', license: { name: 'Apache-2.0' } },
      servers: [{ url: publicOrigin }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: describeCall,
    transformObject: withRefusals,
  })
  app.get('/api/openapi.json', { config: { policy: 'anyone' }, schema: { hide: true } }, () => app.swagger())
  await app.register(swaggerUi, { routePrefix: DOCS_PATH, staticCSP: DOCS_CSP })
}
