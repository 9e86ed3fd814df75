import type { TokenPair } from '@parley/contract'
import type { Shape } from '../../apps/server/src/testing/growth/shape.ts'
import type { JobName } from './measured-server.ts'

/** One request to the API or for a page; `as` is the number of a person. */
export interface Call {
  what: `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`
  as?: number
  /** The access token of somebody who was not filled in. */
  token?: string
  body?: unknown
  status?: number
}

export interface Subject {
  shape: Shape
  origin: string
  call<T>(call: Call): Promise<T>
  job(name: JobName): Promise<void>
  /** Runs a statement in the filled database: what no call makes, such as a call that is over. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** The tokens of a new login. */
  login(person: number): Promise<TokenPair>
}

export interface Target {
  name: string
  kind: 'route' | 'page'
  /** So many requests, of which the first ones warm up; the data that they need are made here and are not measured. */
  calls(subject: Subject, count: number): Promise<Call[]> | Call[]
  /** Why more data may increase the cost; left out where it may not. */
  mayGrow?: string
  /** Rows that a list shows. */
  shows?: number
}

export const times = (count: number, make: (i: number) => Call): Call[] =>
  Array.from({ length: count }, (_, i) => make(i))
/** The same call again and again. */
export const same = (make: (shape: Shape) => Call) => (subject: Subject, count: number) =>
  times(count, () => make(subject.shape))

export const read = (name: string, make: (shape: Shape) => Call, mayGrow?: string): Target => ({
  ...{ name, kind: 'route', calls: same(make) },
  ...(mayGrow ? { mayGrow } : {}),
})
/** A page of a list. */
export const list = (name: string, make: (shape: Shape) => Call, mayGrow?: string): Target => ({
  ...read(name, make, mayGrow),
  shows: 20,
})
export const get = (path: `/${string}`, as?: number): Call => ({ what: `GET ${path}`, ...(as ? { as } : {}) })
