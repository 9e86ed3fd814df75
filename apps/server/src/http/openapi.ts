import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { PRODUCT_TITLE } from '@parley/contract'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'

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

/** Any call may be refused: said once for each in the document, beside the answers it names itself. */
function withRefusals(input: Parameters<typeof jsonSchemaTransformObject>[0]) {
  const document = jsonSchemaTransformObject(input)
  for (const path of Object.values(document.paths ?? {})) {
    for (const call of Object.values(path ?? {})) {
      if (isOperation(call)) Object.assign(call.responses, { 400: REFUSAL, default: REFUSAL })
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
    transform: jsonSchemaTransform,
    transformObject: withRefusals,
  })
  app.get('/api/openapi.json', { config: { policy: 'anyone' }, schema: { hide: true } }, () => app.swagger())
  await app.register(swaggerUi, { routePrefix: DOCS_PATH, staticCSP: true })
}
