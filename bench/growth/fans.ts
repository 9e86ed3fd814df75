import { randomBytes } from 'node:crypto'
import { fanOf, firstSuspendedOf, type Shape } from '../../apps/server/src/testing/growth/shape.ts'

/** Fans of this run alone: each books little, so that no limit of a buyer stops the next run. */
export const firstFan = randomBytes(2).readUInt16BE() % 1_500
let fansUsed = 0

/** The next fan who is not suspended; a small database has few, and begins again. */
export const nextFan = (shape: Shape) =>
  fanOf(shape, (firstFan + fansUsed++) % (firstSuspendedOf(shape) - fanOf(shape, 0)))
