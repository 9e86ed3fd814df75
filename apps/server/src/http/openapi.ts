import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { PRODUCT_TITLE } from '@parley/contract'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'

const DOCS_PATH = '/api/docs'

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
    transformObject: jsonSchemaTransformObject,
  })
  app.get('/api/openapi.json', { config: { policy: 'anyone' }, schema: { hide: true } }, () => app.swagger())
  await app.register(swaggerUi, { routePrefix: DOCS_PATH, staticCSP: true })
}
