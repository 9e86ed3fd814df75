import * as z from 'zod/mini'
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from './constants.ts'

const pageNumber = (max: number) => {
  const message = `Please enter a whole number from 1 to ${max}`
  return z.pipe(
    z.string().check(z.regex(/^\d{1,6}$/, message)),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.int().check(z.minimum(1, message), z.maximum(max, message)),
    ),
  )
}

export const pageQuerySchema = z.object({
  page: z._default(pageNumber(100_000), 1),
  page_size: z._default(pageNumber(PAGE_SIZE_MAX), PAGE_SIZE_DEFAULT),
})
export type PageQuery = z.infer<typeof pageQuerySchema>

/** The same for a list that a named limit bounds: without a query the answer has all of it. */
export const wholeListQuerySchema = z.object({
  page: z.optional(pageNumber(100_000)),
  page_size: z.optional(pageNumber(PAGE_SIZE_MAX)),
})

const PLACE = /^(\d{1,14})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** The last row of the previous page, from `next`: its time in milliseconds, and its id. */
export const placeField = (place: RegExp) =>
  z.pipe(
    z.string().check(z.regex(place, 'Please follow the address in next')),
    z.transform((text: string) => {
      const [, ms, id = ''] = place.exec(text) ?? []
      return { at: new Date(Number(ms)), id }
    }),
  )

/**
 * A page of requests or payments by its number; `next` also names the last row of the page, which makes every page
 * equally fast.
 */
export const requestPageQuerySchema = z.extend(pageQuerySchema, { after: z.optional(placeField(PLACE)) })
export type RequestPageQuery = z.infer<typeof requestPageQuerySchema>

/** The same for a list that a named limit bounds. */
export const boundedPageQuerySchema = z.extend(wholeListQuerySchema, { after: z.optional(placeField(PLACE)) })

const PLACE_BY_START = /^(s?)(\d{1,14})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/**
 * The same for a list whose open requests are ordered by their start: `s` marks the start of the last row; without it
 * the time is that of its creation.
 */
const byStartQuerySchema = z.extend(pageQuerySchema, {
  after: z.optional(
    z.pipe(
      z.string().check(z.regex(PLACE_BY_START, 'Please follow the address in next')),
      z.transform((text: string) => {
        const [, s, ms, id = ''] = PLACE_BY_START.exec(text) ?? []
        return { at: new Date(Number(ms)), id, by: s === 's' ? ('start' as const) : ('creation' as const) }
      }),
    ),
  ),
})

/** One's own requests in all roles, or what one has booked, attends or accepted as a prepaid link. */
export const ownRequestsQuerySchema = z.extend(byStartQuerySchema, {
  /** `open`: by their start, the next one first, then those without a start; `past`: the newest first. */
  booked: z.optional(z.enum(['open', 'past'])),
})

/** Only paid, or only unpaid, requests; a client in Python writes a boolean with a capital. */
export const paidQuery = z.optional(z.enum(['true', 'false', 'True', 'False', '1', '0']))

/** The requests with an influencer. */
export const requestsWithQuerySchema = z.extend(byStartQuerySchema, {
  /** For the influencer: their paid open calls alone, without places at events, by their start, the next one first. */
  open: z.optional(z.literal('calls')),
  /** For the influencer; a buyer gets all of their own requests. */
  paid: paidQuery,
})

/** The same for entries of the ledger, whose ids have the order of their list. */
export const entryPageQuerySchema = z.extend(pageQuerySchema, {
  after: z.optional(z.uuid('Please follow the address in next')),
})
export type EntryPageQuery = z.infer<typeof entryPageQuerySchema>

/**
 * A page of a list: `{count, next, previous, results}`. `count` is exact up to 200 for lists that the database reads in
 * pages; for a longer list it is more than the rows of all pages so far, while there are more.
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
