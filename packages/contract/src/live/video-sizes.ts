import * as z from 'zod/mini'

/** How many viewers of an event get which size of its owner's video; only the owner reads this. */
export const MESSAGE_SIZES = 'MESSAGE_SIZES'

/** The server sends the counts at most this often. */
export const SIZES_EVERY_MS = 1_000

const count = z.int().check(z.gte(0))
export const videoSizesSchema = z.object({ large: count, small: count })
export type VideoSizes = z.infer<typeof videoSizesSchema>
