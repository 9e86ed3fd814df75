import type { ApiCaller } from '../../apps/server/src/testing/api-caller.ts'

/** How far the server's clock is ahead now. */
let aheadMs = 0

/** The server's time, for the codes of authenticator apps and for times in forms. */
export const serverClock = {
  now: () => new Date(Date.now() + aheadMs),
  offsetSeconds: () => aheadMs / 1000,
}

/** Moves the server's clock ahead; later states start from the moved clock. */
export async function moveClock({ call }: Pick<ApiCaller, 'call'>, seconds: number): Promise<void> {
  aheadMs += seconds * 1000
  await call(null, 'POST /sandbox/clock/advance/', { seconds })
}
