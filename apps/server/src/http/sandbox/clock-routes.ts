import * as z from 'zod/mini'
import type { App, Routes } from '../app-type.ts'

const ADVANCE_MAX_SECONDS = 10 * 366 * 24 * 3600
const advanceBody = z.object({ seconds: z.int().check(z.minimum(0), z.maximum(ADVANCE_MAX_SECONDS)) })

/** Moves the application's clock, as Stripe's test clocks do; mounted only with the sandbox and never in production. */
export function sandboxClockRoutes(deps: { advance(seconds: number): Promise<Date> }): Routes {
  return (app: App) => {
    app.post(
      '/sandbox/clock/advance/',
      {
        config: { policy: 'sandbox' },
        schema: { body: advanceBody, response: { 200: z.object({ now: z.string() }) } },
      },
      async request => ({ now: (await deps.advance(request.body.seconds)).toISOString() }),
    )
  }
}
