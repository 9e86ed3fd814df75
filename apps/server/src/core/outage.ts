/** An expected failure of another system: which provider, and whether a retry may help. */
export class Outage extends Error {
  readonly provider: string
  readonly mayRetry: 'yes' | 'no'
  /** What the caller is told, where this is more than that it does not work just now. */
  detail: string | undefined
  constructor(provider: string, mayRetry: 'yes' | 'no', cause: unknown) {
    super(`${provider} failed`, { cause })
    this.name = 'Outage'
    this.provider = provider
    this.mayRetry = mayRetry
  }

  /** The same for a caller who is told what it means for them. */
  withDetail(detail: string): Outage {
    const outage = new Outage(this.provider, this.mayRetry, this.cause)
    outage.detail = detail
    return outage
  }
}
