import type { SQLInputValue } from 'node:sqlite'
import { invalidParameter } from '../errors.ts'
import type { Parameters } from '../http/parameters.ts'
import type { Kind } from '../store.ts'
import type { Call, Route, Work } from '../work.ts'

export const LIST_PARAMETERS = ['limit', 'starting_after', 'ending_before', 'created'] as const
const COMPARISONS = [
  ['gt', '>'],
  ['gte', '>='],
  ['lt', '<'],
  ['lte', '<='],
] as const

export interface ListSource {
  kind: Kind
  url: string
  /** Names of parameters that compare with the field of the same name. */
  filters: readonly string[]
  /** A field that must be one of several values, as `types[]` of events. */
  oneOf?: { field: string; values: readonly string[] }
}

/** A page in Stripe's list shape, newest first. */
export function listPage(work: Work, source: ListSource, params: Parameters): object {
  const limit = params.integer('limit') ?? 10
  if (limit < 1 || limit > 100) throw invalidParameter('limit', 'Invalid limit: must be between 1 and 100')
  const { conditions, values } = filterConditions(source, params)
  const endingBefore = params.text('ending_before')
  const rows = work.store.page({
    kind: source.kind,
    conditions,
    values,
    limit,
    startingAfter: params.text('starting_after'),
    endingBefore,
  })
  const data: object[] = rows.slice(0, limit)
  if (endingBefore !== undefined) data.reverse()
  return { object: 'list', data, has_more: rows.length > limit, url: source.url }
}

function filterConditions({ filters, oneOf }: ListSource, params: Parameters) {
  const conditions: string[] = []
  const values: SQLInputValue[] = []
  for (const name of filters) {
    const value = params.text(name)
    if (value === undefined) continue
    conditions.push(`json_extract(body, '$.${name}') = ?`)
    values.push(value)
  }
  if (oneOf !== undefined) {
    conditions.push(`json_extract(body, '$.${oneOf.field}') IN (${oneOf.values.map(() => '?').join(', ')})`)
    values.push(...oneOf.values)
  }
  if (params.has('created')) addCreated(params, conditions, values)
  return { conditions, values }
}

function addCreated(params: Parameters, conditions: string[], values: SQLInputValue[]): void {
  if (!params.isGroup('created')) {
    conditions.push('created = ?')
    values.push(params.integer('created') ?? 0)
    return
  }
  const bounds = params.group('created')
  for (const [name, operator] of COMPARISONS) {
    const bound = bounds?.integer(name)
    if (bound === undefined) continue
    conditions.push(`created ${operator} ?`)
    values.push(bound)
  }
}

/** `GET /v1/{path}`: a list of one kind, with its filters. */
export function listRoute(kind: Kind, path: string, filters: readonly string[] = []): Route {
  return {
    method: 'GET',
    path,
    access: 'secret',
    accepts: [...LIST_PARAMETERS, ...filters],
    handle: (call: Call) => listPage(call, { kind, url: path, filters }, call.params),
  }
}

/** `GET /v1/{path}/:id` for the secret key alone. */
export function retrieveRoute(kind: Kind, path: string): Route {
  return {
    method: 'GET',
    path: `${path}/:id`,
    access: 'secret',
    accepts: [],
    handle: call => call.store.named(kind, call.id),
  }
}
