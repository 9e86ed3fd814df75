import type { Pence } from '@parley/contract'
import * as z from 'zod/mini'

/** A whole number of pence in stored work. */
export const storedPence = z.custom<Pence>(value => Number.isSafeInteger(value))
