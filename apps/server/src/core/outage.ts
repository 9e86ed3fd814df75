/** An expected failure of another system: which provider, and whether a retry may help. */
export class Outage extends Error {
  readonly provider: string
  readonly mayRetry: 'yes' | 'no'
  /** A sentence for the caller, where the usual one (it does not work just now) is not enough. */
  detail: string | undefined
  constructor(provider: string, mayRetry: 'yes' | 'no', cause: unknown) {
    super(`${provider} failed`, { cause })
    this.name = 'Outage'
    this.provider = provider
    this.mayRetry = mayRetry
  }

  /** The same with a sentence that says what it means for the caller. */
  withDetail(detail: string): Outage {
    const outage = new Outage(this.provider, this.mayRetry, this.cause)
    outage.detail = detail
    return outage
  }
}
