/**
 * A fetch for Stripe's SDK that takes its requests for api.stripe.com to `apiBase`: `new Stripe(key, { httpClient:
 * Stripe.createFetchHttpClient(sandboxFetch('http://localhost:3000/sandbox/stripe')) })`.
 */
export function sandboxFetch(apiBase: string, send: typeof fetch = fetch): typeof fetch {
  const base = apiBase.replace(/\/+$/, '')
  return (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return send(`${base}${pathname}${search}`, init)
  }
}
