/** An expected failure of somebody else: which provider, and whether asking again may help. */
export class Outage extends Error {
  readonly provider: string
  readonly mayRetry: 'yes' | 'no'
  constructor(provider: string, mayRetry: 'yes' | 'no', cause: unknown) {
    super(`${provider} failed`, { cause })
    this.name = 'Outage'
    this.provider = provider
    this.mayRetry = mayRetry
  }
}
