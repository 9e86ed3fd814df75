import { invalidParameter } from '../errors.ts'
import type { Store } from '../store.ts'

type Json = Record<string, unknown>

const MAX_DEPTH = 4

/** Replaces ids by the objects they name, as `expand[]` asks (Stripe docs, "Expanding responses"). */
export function expandAnswer(store: Store, answer: object, paths: readonly string[]): object {
  const root: Json = structuredClone({ ...answer })
  for (const path of paths) {
    const segments = path.split('.')
    if (segments.length > MAX_DEPTH) {
      throw invalidParameter('expand', 'You cannot expand more than 4 levels of a property.')
    }
    expandInto(store, root, { segments, path })
  }
  return root
}

function expandInto(store: Store, target: Json, wish: { segments: string[]; path: string }): void {
  const [name, ...rest] = wish.segments
  if (name === undefined) return
  if (name === 'refunds' && target.object === 'charge') target.refunds = refundsOf(store, target)
  if (!(name in target)) {
    throw invalidParameter('expand', `This property cannot be expanded (${wish.path}).`)
  }
  const value = target[name]
  if (typeof value === 'string') {
    const found = store.findAny(value)
    if (found !== undefined) target[name] = found
  }
  const next = target[name]
  const below = { segments: rest, path: wish.path }
  if (Array.isArray(next)) {
    for (const item of next) if (isJson(item)) expandInto(store, item, below)
  } else if (isJson(next)) {
    expandInto(store, next, below)
  }
}

function refundsOf(store: Store, charge: Json): object {
  const rows = store.page({
    kind: 'refund',
    conditions: ["json_extract(body, '$.charge') = ?"],
    values: [String(charge.id)],
    limit: 100,
    startingAfter: undefined,
    endingBefore: undefined,
  })
  return {
    object: 'list',
    data: rows.slice(0, 100),
    has_more: rows.length > 100,
    url: `/v1/charges/${charge.id}/refunds`,
  }
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null
}
