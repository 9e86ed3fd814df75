import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { PRODUCT_TITLE } from '@parley/contract'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'

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
  await app.register(async scope => {
    scope.addHook('onRoute', route => {
      route.config = { ...route.config, policy: 'anyone' }
    })
    await scope.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  })
}
