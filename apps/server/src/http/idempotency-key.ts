import { UUID_KEY_MAX } from '@parley/contract'
import type { FastifyRequest } from 'fastify'
import { $ZodDefault, $ZodIntersection, $ZodNullable, $ZodObject, $ZodOptional, $ZodUnion } from 'zod/v4/core'
import { refuse } from '../core/refusal.ts'
import type { App } from './app-type.ts'
import { isRecord } from './policy.ts'

/** Where the body of a route has its key: in itself, or in a group of it such as `virtual_event`. */
type KeyPlace = { group: string | null }

/**
 * Lets every creation get its key by the `Idempotency-Key` header too: where the schema of a route's body has a `uuid`,
 * the header fills it. For before the routes are added.
 */
export function takeIdempotencyKeys(app: App): void {
  app.addHook('onRoute', route => {
    const place = keyPlaceOf(route.schema?.body)
    if (!place) return
    // After the route's own hooks: one of them reads the form.
    const own = route.preValidation ?? []
    route.preValidation = [...(Array.isArray(own) ? own : [own]), async request => fillKey(request, place)]
  })
}

function keyPlaceOf(body: unknown): KeyPlace | null {
  const shape = shapeOf(body)
  if (!shape) return null
  if ('uuid' in shape) return { group: null }
  const group = Object.keys(shape).find(name => 'uuid' in (shapeOf(shape[name]) ?? {}))
  return group === undefined ? null : { group }
}

function shapeOf(schema: unknown): Record<string, unknown> | null {
  if (schema instanceof $ZodObject) return schema._zod.def.shape
  // One of several forms, such as those of a sign-up: each has the key.
  if (schema instanceof $ZodUnion) return shapeOf(schema._zod.def.options.at(-1))
  if (schema instanceof $ZodIntersection)
    return { ...shapeOf(schema._zod.def.left), ...shapeOf(schema._zod.def.right) }
  if (schema instanceof $ZodOptional || schema instanceof $ZodNullable || schema instanceof $ZodDefault)
    return shapeOf(schema._zod.def.innerType)
  return null
}

function fillKey(request: FastifyRequest, { group }: KeyPlace): void {
  const key = keyOf(request.headers['idempotency-key'])
  if (key === undefined) return
  if (group === null) request.body ??= {}
  const { body } = request
  const holder = group !== null && isRecord(body) ? body[group] : body
  // The schema refuses anything else, or the call creates nothing of that group.
  if (!isRecord(holder)) return
  const { uuid } = holder
  if (uuid === undefined || uuid === null) holder.uuid = key
  else if (typeof uuid === 'string' && uuid.trim() !== key)
    throw refuse.fields({
      [group === null ? 'uuid' : `${group}.uuid`]: [
        'The header Idempotency-Key has another key than the body',
      ],
    })
}

function keyOf(header: string | string[] | undefined): string | undefined {
  const key = String(header ?? '').trim()
  if (key.length > UUID_KEY_MAX)
    throw refuse.invalid(`The header Idempotency-Key may have at most ${UUID_KEY_MAX} characters`)
  return key === '' ? undefined : key
}
