import * as z from 'zod/mini'
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from './constants.ts'

const pageNumber = (max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,6}$/, 'Please enter a whole number')),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.int().check(z.minimum(1), z.maximum(max)),
    ),
  )

export const pageQuerySchema = z.object({
  page: z._default(pageNumber(100_000), 1),
  page_size: z._default(pageNumber(PAGE_SIZE_MAX), PAGE_SIZE_DEFAULT),
})
export type PageQuery = z.infer<typeof pageQuerySchema>

const PLACE = /^(\d{1,14})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** The last row of the page before, as `next` has it: its moment in milliseconds, and its id. */
export const placeField = (place: RegExp) =>
  z.pipe(
    z.string().check(z.regex(place, 'Please follow the address in next')),
    z.transform((text: string) => {
      const [, ms, id = ''] = place.exec(text) ?? []
      return { at: new Date(Number(ms)), id }
    }),
  )

/** A page of requests or payments by its number; `next` also says after which one it begins, and is as fast on every page. */
export const requestPageQuerySchema = z.extend(pageQuerySchema, { after: z.optional(placeField(PLACE)) })
export type RequestPageQuery = z.infer<typeof requestPageQuerySchema>

/** The same of entries of the ledger, whose ids have the order of their list. */
export const entryPageQuerySchema = z.extend(pageQuerySchema, {
  after: z.optional(z.uuid('Please follow the address in next')),
})
export type EntryPageQuery = z.infer<typeof entryPageQuerySchema>

/**
 * A page of a list: `{count, next, previous, results}`. Requests and payments are counted exactly up to 200; of a longer list `count`
 * is at least one more than the pages up to this one have, as long as there is more.
 */
export function listOf<T extends z.ZodMiniType>(item: T) {
  return z.object({
    count: z.int(),
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
    results: z.array(item),
  })
}
export interface Page<T> {
  count: number
  next: string | null
  previous: string | null
  results: T[]
}
