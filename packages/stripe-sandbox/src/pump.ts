const INTERVAL_MS = 500

export interface Pump {
  /** Does what is due and answers how many webhooks were accepted. */
  run(): Promise<number>
  /** Something new is due: it goes out right after the current turn. */
  wake(): void
  stop(): void
}

export interface PumpDeps {
  delivery: 'automatic' | 'manual'
  doDue(): Promise<number>
  warn(detail: object, message: string): void
}

/** Looks twice a second for what is due; its timer never keeps a process alive. */
export function createPump({ delivery, doDue, warn }: PumpDeps): Pump {
  let isStopped = false
  let isWoken = false
  const runQuietly = () => {
    isWoken = false
    if (isStopped) return
    // A failure here is the sandbox's own bug: said once per pass, and the next pass tries again.
    doDue().catch(error => warn({ err: error }, 'sandbox delivery failed'))
  }
  const timer = delivery === 'automatic' ? setInterval(runQuietly, INTERVAL_MS).unref() : undefined
  return {
    run: doDue,
    wake: () => {
      if (delivery === 'manual' || isWoken) return
      isWoken = true
      setImmediate(runQuietly)
    },
    stop: () => {
      isStopped = true
      clearInterval(timer)
    },
  }
}
