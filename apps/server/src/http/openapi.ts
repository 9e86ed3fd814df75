import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { PRODUCT_TITLE } from '@parley/contract'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { OPEN_POLICIES } from './policy.ts'

const DOCS_PATH = '/api/docs'

const DETAIL = { type: 'object', properties: { detail: { type: 'string' } }, required: ['detail'] } as const
const FIELDS = {
  type: 'object',
  additionalProperties: { type: 'array', items: { type: 'string' } },
} as const
const REFUSAL = {
  description: 'A refusal: what is wrong, as a sentence or field by field',
  content: { 'application/json': { schema: { anyOf: [DETAIL, FIELDS] } } },
}

const WITH_LOGIN = { bearer: [] }

/** The description of a call by its schemas, and whether it needs a login: a call that does not may read it. */
const describeCall: typeof jsonSchemaTransform = document => {
  const described = jsonSchemaTransform(document)
  const policy = document.route.config?.policy
  const security = policy && OPEN_POLICIES.has(policy) ? [{}, WITH_LOGIN] : [WITH_LOGIN]
  return { ...described, schema: { ...described.schema, security } }
}

/** Any call may be refused: said once for each in the document, beside the answers it names itself. */
function withRefusals(input: Parameters<typeof jsonSchemaTransformObject>[0]) {
  const document = jsonSchemaTransformObject(input)
  for (const path of Object.values(document.paths ?? {})) {
    for (const call of Object.values(path ?? {})) {
      if (isOperation(call))
        call.responses = { 401: REFUSAL, ...call.responses, 400: REFUSAL, default: REFUSAL }
    }
  }
  return document
}

function isOperation(call: unknown): call is { responses: Record<string, unknown> } {
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
  await app.register(swaggerUi, { routePrefix: DOCS_PATH, staticCSP: true })
}
